import { expect, it } from 'vitest'
import { fileProblems } from '../../content/office.ts'
import { fileProblemText } from '../words/office-texts.ts'
import { locales } from '../words/locales.shared.ts'
import { countryColumns, operatorColumns, planColumns, regionColumns } from './columns.ts'
import { readTable } from './read-csv.ts'
import { stockColumns } from './read-stock.ts'

const kinds = [
  ['countries', countryColumns],
  ['regions', regionColumns],
  ['operators', operatorColumns],
  [
    'plans',
    planColumns(['USD', 'JPY'], { currencies: ['USD'], charges: () => [{ least: 50, most: 1e8 }] }),
  ],
  ['codes', stockColumns],
] as const
/** Languages with their own texts of the back office. Others show English. */
const translated = locales.filter((locale) => locale in fileProblems)
const bad = ['', '?', '-1', 'x'.repeat(300), '\u0001', 'LPA:1$', 'a;b', '999999999', '1.234 USD']

it.each(kinds)('describes every invalid cell of %s', (name, columns) => {
  const names = [...columns.required, ...columns.optional]
  const rows = bad.map((cell) => names.map(() => cell).join('\t'))
  const text = [names.join('\t'), ...rows].join('\n')
  const { problems } = readTable<unknown>({ name, text }, columns)
  expect(problems.length).toBeGreaterThan(names.length)
  for (const problem of problems)
    for (const locale of translated)
      expect(fileProblemText(locale, problem)).toMatchObject({
        lang: locale,
        sentence: expect.stringMatching(/^[^{}]+$/),
      })
})
