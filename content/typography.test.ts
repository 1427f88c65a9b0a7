import { expect, it } from 'vitest'
import { misprintOf, typeset } from './typography.ts'

/** `_` means a no-break space, `=` a no-break hyphen. */
it.each([
  ['en', '5 GB for 12 days at 512 kbit/s', '5_GB for 12 days at 512_kbit/s'],
  ['en', '3 Mbit/s, 50 % off, a 5 GBP note', '3_Mbit/s, 50_% off, a 5 GBP note'],
  ['ru', 'в Турции и на Кипре', 'в_Турции и_на_Кипре'],
  ['ru', 'И в «Азии» — 10 ГБ', 'И_в_«Азии»_— 10_ГБ'],
  ['ru', '89 дней, 5 %, 30 $, 720 ₽', '89_дней, 5_%, 30_$, 720_₽'],
  ['ru', 'если бы она же', 'если_бы она_же'],
  ['en', 'Wi-Fi, SM-DP+, eSIM-ready, /blog/wi-fi', 'Wi=Fi, SM=DP+, eSIM-ready, /blog/wi-fi'],
  ['ru', 'из-за границы, по-русски, хотя', 'из=за границы, по=русски, хотя'],
  ['ru', 'QR-код по Wi-Fi, как-нибудь, кто-то', 'QR=код по_Wi=Fi, как=нибудь, кто=то'],
  ['ru', 'веб-страница, Санкт-Петербург, ru-mow', 'веб=страница, Санкт-Петербург, ru-mow'],
  ['ru', 'от {{price}}, до *#06#', 'от_{{price}}, до *#06#'],
] as const)('inserts no-break spaces in %s: %s', (lang, text, expected) => {
  const once = typeset(lang, text)
  expect(once.replaceAll('\u00A0', '_').replaceAll('\u2011', '=')).toBe(expected)
  expect(typeset(lang, once)).toBe(once)
})

it.each([
  [
    'en',
    ['it’s', '‘Hotspot’ – 1 to 3', 'iOS 17.4.'],
    ["it's", '"Hotspot"', 'one -- two', 'so ...'],
  ],
  [
    'ru',
    ['«Где работает» — тут', '1–3 ГБ', 'как-то…'],
    ['"тут"', 'он - она', 'так ...', 'ой , да'],
  ],
] as const)('detects misprints in %s', (lang, correct, wrong) => {
  for (const text of correct) expect(text).not.toMatch(misprintOf(lang))
  for (const text of wrong) expect(text).toMatch(misprintOf(lang))
})
