import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

type SharedRule = {
  readonly name: string
  readonly pattern: RegExp
  /** The only files with this code. Other files call them. */
  readonly files: readonly string[]
  readonly sample: string
}

const rules: readonly SharedRule[] = [
  {
    name: 'an earlier or a later time',
    pattern: /new Date\([\w.]+\.getTime\(\) [+-]/,
    files: ['src/kit/time.shared.ts'],
    sample: 'new Date(context.now.getTime() - hourMs).toISOString()',
  },
  {
    name: 'a JSON column',
    pattern: /\b(?:parse|safeParse)\(JSON\.parse\(\w+(?:\.\w+)*\)\)/,
    // The doctor's query returns lists that are not columns.
    files: ['src/office/doctor-data.ts', 'src/kit/db.ts'],
    sample: 'codes.parse(JSON.parse(row.country_codes))',
  },
  {
    name: 'a pause',
    pattern: /setTimeout\(resolve, milliseconds\)/,
    files: ['src/kit/deadlines.ts'],
    sample: 'setTimeout(resolve, milliseconds)',
  },
]

const files = globSync('src/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .toSorted()
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

it.each(rules)('writes $name in one place', ({ pattern, files: expected }) => {
  expect(files.filter((file) => pattern.test(texts.get(file) ?? ''))).toEqual(expected.toSorted())
})

it.each(rules)('finds $name', ({ pattern, sample }) => {
  expect(sample).toMatch(pattern)
})
