import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { fileProblem } from '../words/office-texts.ts'
import { wordsOf } from '../words/words.shared.ts'
import { officeWordsOf, OfficeProvider } from '../office/office-context.tsx'
import { ProblemList } from './office-import-problems.tsx'

const words = officeWordsOf('en')
const office = {
  locale: 'en',
  words,
  shopWords: wordsOf('en'),
  now: new Date('2026-11-21T10:00:00Z'),
  person: null,
  may: () => false,
  seesMoney: false,
  money: String,
  number: String,
} as const

function listOf(rows: number, cell = '0'): string {
  const problems = Array.from({ length: rows }, (_, index) => ({
    ...fileProblem('not-positive'),
    file: 'plans.csv',
    line: index + 2,
    column: 3,
    name: 'priceUSD',
    cell,
  }))
  return renderToStaticMarkup(
    <OfficeProvider office={office}>
      <ProblemList title="" tone="bad" problems={problems} />
    </OfficeProvider>,
  )
}

it('lists a broken rule once, with the first cells that break it', () => {
  const html = listOf(10)
  expect(html.split('priceUSD')).toHaveLength(2)
  expect(html).toContain('plans.csv, line 2: <code>0</code>, line 3: <code>0</code>')
  expect(html).toContain(words('imports.more', { count: 2 }))
})

it('quotes the start of a long cell', () => {
  const html = listOf(1, 'a'.repeat(1_000_000))
  expect(html).toContain(`<code>${'a'.repeat(100)}…</code>`)
})

// Copying the cells of a rule for each cell took half a minute, the limit of a worker.
it('lists the problems of a large file in a fraction of the time of a request', () => {
  const started = performance.now()
  expect(listOf(60_000)).toContain(words('imports.more', { count: 59_992 }))
  expect(performance.now() - started).toBeLessThan(5000)
})
