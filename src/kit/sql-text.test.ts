import { expect, it } from 'vitest'
import { insertRows, literal } from './sql-text.ts'

it('quotes texts, and keeps statements below the limit of D1', () => {
  expect(literal("'); DROP TABLE plans; --")).toBe("'''); DROP TABLE plans; --'")
  expect(() => literal('a\0b')).toThrow('NUL')
  const statements = insertRows(
    't',
    ['a'],
    Array.from({ length: 3000 }, () => ['x'.repeat(100)]),
  )
  expect(statements.length).toBeGreaterThan(3)
  expect(Math.max(...statements.map((each) => each.length))).toBeLessThan(100_000)
})
