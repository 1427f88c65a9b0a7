import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { countryCode, operatorIdent, tariffID } from '../../contract/common.ts'
import { operatorWebsite } from '../../contract/operators.ts'
import { problemText } from './problem-text.ts'

const place = { file: 'plans.csv', line: 2, column: 11, name: 'priceUSD' }

it('keeps the English text, without the cell', () => {
  const problem = { ...place, text: 'must be an amount such as 12.50, got "12,50"' }
  expect(problemText(problem, 'en')).toEqual({
    lang: 'en',
    sentence: 'must be an amount such as 12.50',
    cell: '12,50',
  })
})

it('translates the sentence with its parameters', () => {
  const textOf = (text: string) => {
    const problem = problemText({ ...place, text }, 'ru')
    return { ...problem, sentence: problem.sentence.replaceAll('\u00A0', ' ') }
  }
  expect(textOf('must be an amount such as 12.50, got "12,50"')).toEqual({
    lang: 'ru',
    sentence: 'нужна сумма, например 12.50',
    cell: '12,50',
  })
  expect(textOf('tr has no region mow')).toMatchObject({
    sentence: 'в tr нет региона mow',
    cell: null,
  })
  expect(textOf('must be yes or no, got "a, got "b""')).toMatchObject({ cell: 'a, got "b"' })
  expect(textOf('a sentence that nobody wrote')).toMatchObject({ lang: 'en' })
})

/** Texts in the sources that begin like a problem. */
const start =
  /^(?:must |unknown |already |is already |the |a plan of |cannot |\$\{\w+\} (?:is|has) )/

it('translates every problem that an import can have', () => {
  const folder = 'src/backend/imports'
  const files = readdirSync(folder).map((name) => `${folder}/${name}`)
  const texts = files.flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/(['`])((?:(?!\1)[^\\\n])*)\1/g),
      ([, , text = '']) => text,
    ).filter((text) => start.test(text)),
  )
  const shared = [countryCode, tariffID, operatorIdent, operatorWebsite].flatMap(
    (cell) => cell.safeParse('?').error?.issues.map(({ message }) => message) ?? [],
  )
  expect(shared).toHaveLength(4)
  expect(texts.length).toBeGreaterThan(35)
  for (const text of [...texts, ...shared]) {
    const problem = { ...place, text: text.replaceAll(/\$\{[^}]*\}/g, 'X') }
    expect(problemText(problem, 'ru'), text).toMatchObject({ lang: 'ru' })
  }
})
