import { expect, it } from 'vitest'
import { dataPolicy } from '../../content/index.ts'
import { retention } from './retention.ts'
import { dayMs } from './time.shared.ts'

const days = (kind: keyof typeof retention) => retention[kind] / dayMs

it.each([
  [
    'en',
    dataPolicy.en,
    [
      `the texts of our emails and messages after ${days('messages')} days`,
      'those with a sign-in code after one hour',
      `orders that weren’t paid after ${days('unpaidOrders')} days`,
      `the network that an order came from after ${days('networks')} days`,
      `of what you write about our answers after ${days('answerReviews')} days`,
      `copies of your messages and of what you write about our answers after ${days('contactMessages')} days`,
      `A review of a plan that we decide not to publish is deleted after ${days('refusedReviews')} days`,
      `one that we haven’t decided about after ${days('undecidedReviews')} days`,
      `after ${days('stockAlerts')} days at the latest, or after ${days('unconfirmedStockAlerts')} days if you don’t confirm it`,
      `We delete the data for notifications ${days('pushSubscriptions')} days after the eSIM ends`,
    ],
  ],
  [
    'ru',
    dataPolicy.ru,
    [
      `тексты писем и SMS — через ${days('messages')} дней`,
      'тексты с кодом для входа — через час',
      `неоплаченные заказы — через ${days('unpaidOrders')} дней`,
      `сети, из которой пришёл заказ, — через ${days('networks')} дней`,
      `отзывов об ответах в базе данных — через ${days('answerReviews')} дней`,
      `копии ваших обращений и отзывов об ответах в базе данных — через ${days('contactMessages')} дней`,
      `Отзыв о тарифе, который мы решили не публиковать, удаляем через ${days('refusedReviews')} дней`,
      `если решения так и не было — через ${days('undecidedReviews')} дней`,
      `не позже чем через ${days('stockAlerts')} дней, а неподтверждённую — через ${days('unconfirmedStockAlerts')} дня`,
      `Сведения для уведомлений удаляем через ${days('pushSubscriptions')} дней после окончания срока eSIM`,
    ],
  ],
] as const)('matches the periods in the data policy (%s)', (_, { sections }, phrases) => {
  const text = sections.flatMap(({ paragraphs }) => paragraphs).join('\n')
  for (const phrase of phrases) expect(text.replaceAll('\u00A0', ' ')).toContain(phrase)
  expect(retention.signInCodes).toBe(dayMs / 24)
})
