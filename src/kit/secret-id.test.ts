import { expect, it } from 'vitest'
import { secretID, secretIDPattern } from './tokens.shared.ts'

it('has 256 random bits, each as often 0 as 1', () => {
  const ids = Array.from({ length: 2000 }, secretID)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => id.length === 43 && secretIDPattern.test(id))).toBe(true)
  const bytes = ids.map((id) => Buffer.from(id, 'base64url'))
  expect(bytes.every(({ length }) => length === 32)).toBe(true)
  const ones = Array.from(
    { length: 256 },
    (_, bit) => bytes.filter((each) => ((each[bit >> 3] ?? 0) >> (bit & 7)) & 1).length,
  )
  // Ten standard deviations of a fair coin. A bit outside this range is not random.
  for (const count of ones) expect(Math.abs(count - 1000)).toBeLessThan(224)
})
