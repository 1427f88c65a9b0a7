import type { findings as english } from '../../en/office/findings.ts'
import type { SameShape } from '../../types.ts'

export const findings: SameShape<typeof english> = {
  preview: {
    problem: 'PAYMENT_PROVIDERS — none: магазин пробный и не принимает заказы.',
    remedy: 'Укажите, через кого принимать оплату: docs/payments.md',
  },
  'dev-tools': {
    problem: 'DEV_TOOLS равно 1, а в рабочем магазине так нельзя.',
    remedy: 'Уберите эту настройку: с ней видны все коды.',
  },
  'local-origin': {
    problem: 'SITE_ORIGIN должен начинаться с https://.',
    remedy: 'Укажите адрес, который увидят покупатели.',
  },
  setting: {
    problem: 'Неверная настройка {{name}}: {{message}}.',
    remedy: 'Измените её в разделе [vars] файла wrangler.toml. Описание — в docs/deploy.md.',
  },
  secret: {
    problem: 'Неверный секрет {{name}}: {{message}}.',
    remedy: 'Задайте секрет: {{command}}',
  },
  'no-mail': {
    problem:
      'Письма не отправляются: покупатели не получат eSIM по почте, и никто не сможет войти.',
    remedy: 'Задайте MAIL_CARRIER: docs/deploy.md, шаг 5.',
  },
  'no-sms': {
    problem: 'SMS не отправляются: партнёры не смогут войти.',
    remedy: 'Задайте SMS_CARRIER: docs/deploy.md, шаг 5.',
  },
  'no-alert-webhook': {
    problem: 'Оповещения приходят только по почте: если она откажет, вы об этом не узнаете.',
    remedy: 'Задайте секрет: {{command}}',
  },
  'earlier-secret': {
    problem: 'Магазин всё ещё принимает прежний секрет {{name}}.',
    remedy: 'Когда отправитель перейдёт на новый, удалите его: {{command}}',
  },
  'sample-setting': {
    problem: 'В {{name}} всё ещё значение образца.',
    remedy: 'Измените его в разделе [vars] файла wrangler.toml.',
  },
  'sample-text': {
    problem: '{{file}} — образец.',
    remedy: 'Опубликуйте текст юриста в бэк‑офисе или впишите его в файл и уберите isSample.',
  },
  'no-plans': {
    problem: 'В продаже нет ни одного тарифа.',
    remedy: 'Загрузите тарифы: {{command}}',
  },
  'sold-out': {
    problem: 'Все тарифы закончились.',
    remedy: 'Загрузите коды: {{command}}',
  },
  'sample-profiles': {
    problem: {
      one: 'Можно купить {{count}} пробный профиль, а установить его не сможет ни один телефон.',
      few: 'Можно купить {{count}} пробных профиля, а установить их не сможет ни один телефон.',
      many: 'Можно купить {{count}} пробных профилей, а установить их не сможет ни один телефон.',
      other: 'Можно купить {{count}} пробного профиля, а установить их не сможет ни один телефон.',
    },
    remedy: 'Удалите их: {{command}}',
  },
  'no-rate': {
    problem: 'Для {{currency}} не задан курс: продажи в этой валюте не попадут в итоги.',
    remedy: 'Задайте курс в правилах цен до первой продажи.',
  },
  'old-rate': {
    problem: 'Курс {{currency}} не меняли больше года.',
    remedy: 'Задайте нынешний курс в правилах цен.',
  },
  'no-source': {
    problem: 'У поставщика {{supplier}} нельзя купить ни одного тарифа.',
    remedy: 'Сверьте его каталог: {{command}}',
  },
  'uncharged-plans': {
    problem: 'Платёжная система не спишет цену этих тарифов: {{plans}}.',
    remedy: 'Задайте цену, которая не слишком мала, не слишком велика и без лишних знаков.',
  },
  'swapped-prices': {
    problem: 'Похоже, цены в двух валютах перепутаны: {{plans}}.',
    remedy: 'Исправьте цены в файле и загрузите его ещё раз.',
  },
  'no-price': {
    problem: {
      one: 'У {{count}} тарифа из {{all}} нет цены в {{currency}}.',
      few: 'У {{count}} тарифов из {{all}} нет цены в {{currency}}.',
      many: 'У {{count}} тарифов из {{all}} нет цены в {{currency}}.',
      other: 'У {{count}} тарифа из {{all}} нет цены в {{currency}}.',
    },
    remedy: 'Добавьте столбец price{{currency}}.',
  },
  'no-questions': {
    problem: 'Вопросов и ответов нет.',
    remedy: 'Загрузите тексты: {{command}}',
  },
}
