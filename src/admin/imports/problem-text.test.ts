import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { countryCode, operatorIdent, tariffID } from '../../contract/common.ts'
import { operatorWebsite } from '../../contract/operators.ts'
import { problemText } from './problem-text.ts'

const place = { file: 'plans.csv', line: 2, column: 11, name: 'priceUSD' }

it('keeps the place and the English text', () => {
  const problem = { ...place, text: 'must be an amount such as 12.50, got "12,50"' }
  expect(problemText(problem, 'en')).toEqual({
    lang: 'en',
    text: 'plans.csv:2:11 priceUSD: must be an amount such as 12.50, got "12,50"',
  })
})

it('translates the sentence with its parameters and the cell', () => {
  const textOf = (text: string) => {
    const problem = problemText({ ...place, text }, 'ru')
    return { ...problem, text: problem.text.replaceAll('\u00A0', ' ') }
  }
  expect(textOf('must be an amount such as 12.50, got "12,50"')).toEqual({
    lang: 'ru',
    text: 'plans.csv:2:11 priceUSD: нужна сумма, например 12.50, а там «12,50»',
  })
  expect(textOf('tr has no region mow').text).toMatch('в tr нет региона mow')
  expect(textOf('must be yes or no, got "a, got "b""').text).toMatch('а там «a, got "b"»')
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
