import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Words that need ё, and that are often typed with е. The list is not complete. */
const withoutYo =
  /(?<!\p{L})(еще|ее|нее|счет|партнер\p{L}*|платеж|самолет\p{L}*|(при|по)лет(а|у|ом|е|ы|ов)?|объем\p{L}*|надежн\p{L}*|зелен(ый|ая|ое|ые)|при(дет|шлем)|(по|на|во|у)йдет|верне(т|тся|м)|начнет(ся)?|дает|остает\p{L}*|ждет|идет|трех|четырех)(?!\p{L})/giu
/** Words of documents, which no text for visitors needs. */
const officialese =
  /(?<!\p{L})(осуществля\p{L}*|явля[её]тся|являются|в рамках|вышеуказанн\p{L}*|посредством|в случае если|данн(ый|ая|ого|ому|ую)|больше, чем просто)(?!\p{L})/giu

/** Visitors type the words for the search as they like. */
const files = globSync('content/ru/**/*.{ts,md}').filter((file) => !file.endsWith('search.ts'))

it.each(files)('%s writes ё, and no officialese', (file) => {
  const text = readFileSync(file, 'utf8').replaceAll('\u00A0', ' ')
  expect(text.match(withoutYo) ?? []).toEqual([])
  expect(text.match(officialese) ?? []).toEqual([])
})

it.each(['Партнер получит счет', 'Еще не начнется', 'В рамках тарифа', 'Данный тариф'])(
  'finds a mistake in %j',
  (text) => {
    expect([...text.matchAll(withoutYo), ...text.matchAll(officialese)].length).toBeGreaterThan(0)
  },
)

it.each(['Ещё два партнёра', 'Персональные данные', 'Зелень и платежи'])('accepts %j', (text) => {
  expect([...text.matchAll(withoutYo), ...text.matchAll(officialese)]).toEqual([])
})
