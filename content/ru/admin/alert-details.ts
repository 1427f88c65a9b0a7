import type { alertDetails as english } from '../../en/admin/alert-details.ts'
import type { SameShape } from '../../types.ts'

export const alertDetails: SameShape<typeof english> = {
  codes: {
    one: '{{count}} код за час с {{time}}',
    few: '{{count}} кода за час с {{time}}',
    many: '{{count}} кодов за час с {{time}}',
    other: '{{count}} кода за час с {{time}}',
  },
  wrongCodes: {
    one: '{{count}} неверный код за сутки',
    few: '{{count}} неверных кода за сутки',
    many: '{{count}} неверных кодов за сутки',
    other: '{{count}} неверного кода за сутки',
  },
  wrongPasswords: {
    one: '{{count}} неверный пароль за сутки',
    few: '{{count}} неверных пароля за сутки',
    many: '{{count}} неверных паролей за сутки',
    other: '{{count}} неверного пароля за сутки',
  },
  actionsOfHour: {
    one: '{{count}} за этот час',
    few: '{{count}} за этот час',
    many: '{{count}} за этот час',
    other: '{{count}} за этот час',
  },
  actionsOfDay: {
    one: '{{count}} за сегодня (UTC)',
    few: '{{count}} за сегодня (UTC)',
    many: '{{count}} за сегодня (UTC)',
    other: '{{count}} за сегодня (UTC)',
  },
  unpaid: {
    one: '{{count}} неоплаченный заказ за час',
    few: '{{count}} неоплаченных заказа за час',
    many: '{{count}} неоплаченных заказов за час',
    other: '{{count}} неоплаченного заказа за час',
  },
  refund: 'деньги вернутся автоматически {{time}}',
  changes: {
    one: 'изменился {{count}} тариф; записать изменения может только команда',
    few: 'изменилось {{count}} тарифа; записать изменения может только команда',
    many: 'изменилось {{count}} тарифов; записать изменения может только команда',
    other: 'изменилось {{count}} тарифа; записать изменения может только команда',
  },
  facts: {
    charged: 'списание {{id}}',
    declined: 'отклонённая оплата {{id}}',
    refunded: 'возврат {{id}}',
    disputed: 'спор {{id}}',
    'dispute-won': 'выигранный спор {{id}}',
    'dispute-lost': 'проигранный спор {{id}}',
  },
  lastAt: 'последнее {{time}}',
  failed: {
    one: 'не удалось {{count}} раз',
    few: 'не удалось {{count}} раза',
    many: 'не удалось {{count}} раз',
    other: 'не удалось {{count}} раза',
  },
  soldOut: 'закончился',
  left: {
    one: 'осталась {{count}} eSIM',
    few: 'осталось {{count}} eSIM',
    many: 'осталось {{count}} eSIM',
    other: 'осталось {{count}} eSIM',
  },
  lasts: {
    one: 'примерно на {{count}} день',
    few: 'примерно на {{count}} дня',
    many: 'примерно на {{count}} дней',
    other: 'примерно на {{count}} дня',
  },
  lastsHours: 'меньше чем на день',
  price: '{{plan}} ({{currencies}})',
  more: {
    one: 'и ещё {{count}}',
    few: 'и ещё {{count}}',
    many: 'и ещё {{count}}',
    other: 'и ещё {{count}}',
  },
}
