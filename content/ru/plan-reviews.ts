import type { SampleReview } from '../types.ts'

export const planReviews: readonly SampleReview[] = [
  {
    author: 'Ксения',
    country: 'tr',
    date: '2026-11-02',
    rating: 5,
    text: 'Десять дней, карты и сообщения, ушло 2,4 ГБ из 5.',
  },
  {
    author: 'Борис',
    country: 'th',
    date: '2026-10-24',
    rating: 4,
    text: 'Раздавал интернет на ноутбук, не вышло только в ночном поезде.',
  },
  {
    author: 'Лариса',
    country: 'ae',
    date: '2026-10-16',
    rating: 4,
    text: 'Везде быстро. Звонки в WhatsApp не соединялись, как и было написано.',
  },
  {
    author: 'Егор',
    country: 'es',
    date: '2026-10-05',
    rating: 5,
    text: 'Дни и правда пошли с прилёта, а не с того вечера, когда я всё установил.',
  },
  {
    author: 'Юлия',
    country: 'fr',
    date: '2026-09-18',
    rating: 5,
    text: 'Ввела два кода вручную, заняло минуты две.',
  },
  {
    author: 'Семён',
    country: 'vn',
    date: '2026-09-07',
    rating: 3,
    text: 'В городах хорошо, в горах на севере слабо.',
  },
  {
    author: 'Полина',
    country: 'de',
    date: '2026-08-21',
    rating: 4,
    text: 'Остаток отставал часа на три. Рядом указано время, так что всё понятно.',
  },
]
