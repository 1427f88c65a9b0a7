import { expect, it } from 'vitest'
import { maxLength } from '../kit/limits.shared.ts'
import { readTripText } from './trip-text.shared.ts'

const now = new Date('2026-11-26T10:00:00Z')

it.each([
  ['Greece, Türkiye, 12 days, 10 GB', 12, 10],
  ['Greece and Türkiye for 12 days with 10gb', 12, 10],
  ['Греция и Турция на 12 дней, 10 ГБ', 12, 10],
  ['10 гигов Греция Турция 2 недели', 14, 10],
  ['Greece 2.5 GB', null, 3],
  ['Greece 1,5 gb 3d', 3, 2],
  ['Greece, 500 days, 900 GB', 90, 100],
  ['Greece, 1000 days, 2048 GB', 90, 100],
  ['Greece, 0 days', 1, null],
  ['Denmark 5', null, null],
  ['12 days', 12, null],
  ['', null, null],
])('reads the days and GB of "%s"', (text, days, gigabytes) => {
  expect(readTripText(text, now)).toMatchObject({ days, gigabytes, stays: null })
})

it.each([
  ['Italy for two weeks', 14, 'Italy'],
  ['Две недели в Италии', 14, 'в Италии'],
  ['a week in Greece', 7, 'in Greece'],
  ['Греция на неделю', 7, 'Греция'],
  ['Thailand for a month', 30, 'Thailand'],
  ['Таиланд, 2 месяца', 60, 'Таиланд'],
  ['a long weekend in Rome', 4, 'in Rome'],
  ['на выходные в Рим', 3, 'в Рим'],
  ['Italy 7–10 days', 10, 'Italy'],
  ['Italy 7 to 10 days', 10, 'Italy'],
  ['от 7 до 10 дней в Италии', 10, 'в Италии'],
  ['Thailand 1.5 months', 45, 'Thailand'],
  ['Таиланд 1,5 месяца', 45, 'Таиланд'],
  ['Таиланд на полтора месяца', 45, 'Таиланд'],
  ['Thailand 100 months', 90, 'Thailand'],
])('reads the days of "%s"', (text, days, places) => {
  const trip = readTripText(text, now)
  expect(trip.days).toBe(days)
  expect(trip.places.replaceAll(/^[\s,]+|[\s,]+$/g, '')).toBe(places)
})

it.each([
  ['Italy 10–20 May', 11],
  ['10-20 May 2027, Italy', 11],
  ['Italy, 10 May – 20 May', 11],
  ['Italy from 10th to 20th May', 11],
  ['Turkey May 28 to June 5', 9],
  ['Turkey May 10-20', 11],
  ['Italy 10th of May to 20th of May', 11],
  ['Turkey from 10 to 20 of May', 11],
  ['Италия с 10-го по 20-е мая', 11],
  ['Италия с 10 по 20 мая', 11],
  ['Италия с 28 мая по 5 июня', 9],
  ['Турция 28 дек – 5 янв', 9],
  ['Турция 10.05–20.05', 11],
  ['Italy 10/05/2027 - 20/05/2027', 11],
])('counts the first and the last day of "%s"', (text, days) => {
  const trip = readTripText(text, now)
  expect(trip.days).toBe(days)
  expect(trip.places).toMatch(/^[\s,]*(Italy|Turkey|Италия|Турция)[\s,]*$/)
})

it.each(['Italy May', 'Italy 10.13–20.13', 'Chad two', 'Италия недели на 2 человека'])(
  'reads no days in "%s"',
  (text) => {
    expect(readTripText(text, now)).toMatchObject({ days: null, places: text })
  },
)

it.each([
  '20–10 May',
  '40–50 May',
  '20 Dec 2026 – 25 Nov 2026',
  'Dec 20, 2026 – Nov 25, 2026',
  '2026-12-20 – 2026-11-25',
  '20.12.2026 – 25.11.2026',
  'с 20 декабря 2026 по 25 ноября 2026',
])('returns dates that no trip can have: "%s"', (dates) => {
  const trip = readTripText(`Italy ${dates}`, now)
  expect(trip).toMatchObject({ days: null, unreadDates: [dates] })
  expect(trip.places).toMatch(/^Italy[\s,]*$/)
})

it('returns no dates that it has read', () => {
  expect(readTripText('Italy 20 Dec 2026 – 5 Jan 2026', now).unreadDates).toEqual([])
})

it.each([
  'Italy Christmas',
  'Italy at Christmas',
  'Christmas in Italy',
  'Italy in summer',
  'Italy in the summer',
  'Italy this summer',
  'Italy, early summer 2027',
  'Italy - summer 2027',
  'Italy in mid-summer',
  'Italy next month',
  'Италия летом',
  'летом в Италию',
  'Италия этим летом',
  'Италия в конце лета',
  'Италия зимой 2027 года',
  'Италия на Рождество',
  'Италия в следующем месяце',
  'Италия через месяц',
])('leaves out the time of "%s", which names no number of days', (text) => {
  const trip = readTripText(text, now)
  expect(trip.days).toBeNull()
  expect(trip.places).toMatch(/^[\s,]*((in|в) )?(Italy|Италия|Италию|Италии)[\s,]*$/)
})

it.each([
  ['Italy for a few days', 4],
  ['a few days in Italy', 4],
  ['Italy, several days', 4],
  ['Italy, a couple days', 2],
  ['Italy for a few weeks in summer', 28],
  ['Италия на несколько дней', 4],
  ['Италия летом на две недели', 14],
])('reads the rough number of days of "%s"', (text, days) => {
  expect(readTripText(text, now).days).toBe(days)
})

it.each([
  ['Italy in May', null],
  ['Италия в мае 2027', null],
  ['Italy from 5 May, two weeks', 14],
  ['10 дней с 5 мая, Италия', 10],
  ['Italy from May 5, two weeks', 14],
  ['Italy May 5th, 2027', null],
  ['Italy from the 5th of May', null],
  ['Italy in May 5 days', 5],
])('leaves out the month of "%s"', (text, days) => {
  const trip = readTripText(text, now)
  expect(trip.days).toBe(days)
  expect(trip.places).toMatch(/^[\s,]*(Italy|Италия)[\s,]*$/)
})

it.each([
  ['Thailand for three weeks and Vietnam for ten days', [21, 10]],
  ['Греция 5–12 июня, Турция 13–20 июня', [8, 8]],
  ['Italy from May 5, Greece from May 12', null],
])('reads the days in words in each place of "%s"', (text, stays) => {
  expect(readTripText(text, now).stays).toEqual(stays)
})

it.each([
  ['Thailand 3 weeks, Vietnam 14 days, Georgia 1 week, 30 GB', [21, 14, 7], 42, 30],
  ['Таиланд 3 недели, Вьетнам 14 дней, Грузия 1 неделя', [21, 14, 7], 42, null],
  ['30 GB, Thailand 21 days → Vietnam 14 days', [21, 14], 35, 30],
  ['5 days Greece and 7 days Türkiye', [5, 7], 12, null],
  ['Greece 60 days, Türkiye 60 days', [60, 60], 90, null],
  ['Thailand 21, Vietnam 14, Georgia 7, 30 GB', [21, 14, 7], 42, 30],
  ['Таиланд 21, Вьетнам 2 недели', [21, 14], 35, null],
  ['Greece 9, Bosnia & Herzegovina 7', [9, 7], 16, null],
  ['Греция 9, Босния и Герцеговина 7 дней', [9, 7], 16, null],
])('reads the days in each place of "%s"', (text, stays, days, gigabytes) => {
  expect(readTripText(text, now)).toMatchObject({ stays, days, gigabytes })
})

it.each([
  'Greece 5 days, Türkiye',
  'Greece 5, Türkiye',
  'Greece 0, Türkiye 5',
  'Greece 12 days',
  'Greece, 5 days, Türkiye, 7 days',
])('reads no days in each place of "%s"', (text) => {
  expect(readTripText(text, now).stays).toBeNull()
})

it('returns the places of a text with the days in each place', () => {
  expect(readTripText('Thailand 3 weeks, Vietnam 14 days, 9 GB', now).places).toBe(
    'Thailand, Vietnam',
  )
})

it.each([
  ['Greece and Türkiye for 12 days with 10 GB', ['Greece and Türkiye']],
  ['12 days Greece, 10 GB Türkiye', ['Greece', 'Türkiye']],
  ['Denmark', ['Denmark']],
])('returns the places of "%s" without the numbers', (text, places) => {
  const rest = readTripText(text, now).places.split(',')
  expect(rest.map((part) => part.trim()).filter((part) => part !== '')).toEqual(places)
})

it.each([
  ['Greece, 120 days', 120],
  ['Greece, 20 weeks', 140],
  ['Greece 60 days, Türkiye 60 days', 120],
  ['Greece, 12 days', 12],
  ['Greece', null],
])('keeps the days as typed in %j', (text, typedDays) => {
  expect(readTripText(text, now).typedDays).toBe(typedDays)
})

it.each([
  'в Сен-Мартен',
  'Jan Mayen',
  'Christmas Island',
  'Christmas Islands',
  'Christmas-Island',
  'Easter  Island',
  'остров Рождества',
  'на остров Рождество',
])('keeps the name of the place %j', (text) => {
  expect(readTripText(text, now).places).toBe(text)
})

it.each([
  ['Italy 1.5-2.5 GB', null, 3],
  ['Italy 1.5–2.5 weeks', 21, null],
  ['Italy in May 10 GB', null, 10],
])('reads the larger number of "%s"', (text, days, gigabytes) => {
  expect(readTripText(text, now)).toMatchObject({ days, gigabytes })
})

it.each([
  // The next February is that of 2027.
  ['Italy 27 February – 2 March', 4],
  ['Italy 27 February – 2 March 2028', 5],
  ['Italy 27 February 2028 – 2 March', 5],
  ['Italy 27.02–02.03.28', 5],
  ['Italy 27/02/2028 - 02/03/2028', 5],
  ['Italy 2028-02-27 – 2028-03-02', 5],
  ['Italy 28 February – 28 February 2028', 1],
  // The next leap day is in 2028.
  ['Italy 20–29 February', 10],
  ['Italy 20–29 February 2027', null],
  ['Italy 30 December – 1 March 2028', 63],
  ['Italy 30 December 2027 – 1 March', 63],
  ['Italy 20–31 November', null],
  ['Italy 2027-05-10 – 2028-05-20', 90],
  ['Italy 20 May 2027 – 10 May 2028', 90],
  ['Italy May 20, 2027 – May 22, 2027', 3],
  ['Italy 20 Dec 2027 – 5 Mar 2027', 77],
  ['Italy 20 May 2028 – 10 May 2027', null],
])('counts the leap day of "%s"', (text, days) => {
  expect(readTripText(text, now).days).toBe(days)
})

it.each([
  ['Italy 20 Dec 2026 – 5 Jan 2026', 17],
  ['Italy Dec 28, 2026 – Jan 5, 2026', 9],
  ['Italy 2026-12-28 – 2026-01-05', 9],
  ['Италия 20 декабря 2026 – 5 января 2026', 17],
  ['Италия с 28.12.2026 по 05.01.2026', 9],
  ["Italy 28 Dec '26 – 5 Jan '27", 9],
  ['Italy Mon 10 May – Fri 14 May', 5],
  ['Italy Sat, 10 May 2027 – Sat, 17 May 2027', 8],
  ['Италия пт, 10 мая — пн, 13 мая', 4],
  ['Italy from the 10th to the 20th of May', 11],
  ['Italy 10 May → 20 May', 11],
  ['Italy 10 May -> 20 May', 11],
  ['Italy 10 May thru 20 May', 11],
  ['Italy 12/28/2026 - 01/05/2027', 9],
  ['Italy 5/10 – 5/20', 11],
  ['Italy 5/10 – 5/12', 3],
  ['Italy 01/02 – 10/02', 10],
  ['Италия 10-20.05', 11],
  ['Италия 10–20.05.2027', 11],
  ['Италия 1 июл – 10 июл', 10],
  ['Италия 28 сент – 5 окт', 8],
  ['Италия 10–20 мая 2027 г.', 11],
  ['Италия с 10 по 20 мая 2027 года', 11],
  ['Италия в мае 2027 года', null],
  ['Italy from 10.05.2027', null],
  ['Италия с 10.05.2027 г., 2 недели', 14],
  ['Italy, 2-week trip', 14],
  ['Italy, a two-week trip', 14],
  ['Italy for twenty-one days', 21],
  ['Italy 2 wks', 14],
  ['Italy 7 nights / 8 days', 8],
  ['Италия 8 дней/7 ночей', 8],
  ['10-дневная поездка, Италия', 10],
  ['Италия дней на 10', 10],
  ['Италия недели на две', 14],
  ['Италия на сутки', 1],
  ['Италия на полгода', 90],
  ['Италия на Новый год', 10],
])('reads the days of the dates and words in "%s"', (text, days) => {
  const trip = readTripText(text, now)
  expect(trip.days).toBe(days)
  expect(trip.places).toMatch(/^(?:a|поездка|[\s,])*(Italy|Италия)(?:a|for|trip|[\s,])*$/)
})

it.each(['Italy 2–2.5', 'Italy 10.05', 'Italy 20 May 2027 – 10 May 2027', 'Italy 13/13 – 14/13'])(
  'reads no dates in "%s"',
  (text) => {
    expect(readTripText(text, now).days).toBeNull()
  },
)

it('keeps the data after the days of «дней на две страны, 10 ГБ»', () => {
  const text = 'пять дней на две страны, недели на 10 ГБ'
  expect(readTripText(text, now)).toMatchObject({ days: 5, gigabytes: 10 })
})

it('takes the next dates after the present day if a text has no year', () => {
  const text = 'Italy 27 February – 2 March'
  expect(readTripText(text, new Date('2027-03-02T23:00:00Z')).days).toBe(4)
  expect(readTripText(text, new Date('2027-03-03T00:00:00Z')).days).toBe(5)
})

it.each([
  ['Italy 2027-05-10 – 2027-05-20', 11],
  ['Italy 2027-05-10/2027-05-20', 11],
  ['Italy from 2027-05-10 to 2027-05-20', 11],
  ['Italy 2026-12-28 - 2027-01-05', 9],
  ['Italy from 2027-05-10', null],
  ['Italy 2027-05-10, 10 days', 10],
  ['Italy in mid-May', null],
  ['Italy early May', null],
  ['Italy at the end of May, 5 days', 5],
  ['Italy from mid-May to late June', null],
  ['Италия в начале мая', null],
  ['Италия, середина мая, неделя', 7],
  ['Italy next week', 7],
  ['Italy next week for 3 days', 3],
  ['Italy for 3 days next week', 3],
  ['Italy next week, 10–12 May', 3],
  ['Italy next weekend', 3],
  ['Италия на следующей неделе', 7],
  ['Италия на следующей неделе на 4 дня', 4],
  ['Италия на майские', 10],
  ['Италия на майские праздники, 5 дней', 5],
  ['в Италию на новогодние', 10],
  ['Италия на новогодние каникулы на две недели', 14],
  ['Италия на выходные', 3],
  ['Италия на эти выходные', 3],
])('reads the days of the time in "%s"', (text, days) => {
  const trip = readTripText(text, now)
  expect(trip.days).toBe(days)
  expect(trip.places).toMatch(/^(в |[\s,])*(Italy|Италия|Италию)([\s,]| at)*$/)
})

it.each(['Italy on the 2027-13-40 – 2027-13-50', 'next weekly', 'Майская'])(
  'reads no days in "%s"',
  (text) => {
    expect(readTripText(text, now).days).toBeNull()
  },
)

/** A text of the greatest length that a field accepts. */
const longText = (part: string) =>
  part.repeat(maxLength.searchString).slice(0, maxLength.searchString)

it.each([
  ' ',
  '1',
  '1 , ',
  '1 - ',
  'a ',
  'to-',
  'from ',
  'mid-',
  '10 may ',
  '10.05-',
  '2027-05-10/',
  'next week ',
  'in the next ',
  'summer ',
  'christmas ',
  'end of the ',
  'с начала ',
  'на майские ',
  '10 , 2027 ',
  'the 10-',
  'mon, ',
  '10-20.05',
  '10/',
  "may '27 ",
  'дней на ',
  'twenty-',
  '7 days / ',
])('reads a long text of %j within a millisecond', (part) => {
  const times = Array.from({ length: 20 }, () => {
    const began = performance.now()
    readTripText(longText(part), now)
    return performance.now() - began
  })
  // Another process can interrupt some of the runs.
  expect(Math.min(...times)).toBeLessThan(1)
})
