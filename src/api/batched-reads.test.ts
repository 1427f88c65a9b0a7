import { expect, it } from 'vitest'
import { newerBookmark } from './batched-reads.ts'

it('keeps the newest bookmark when answers arrive out of order', () => {
  const first = '00000001-00000002-00004e2f-0a'
  const second = '00000001-00000003-00004e2f-01'
  expect(newerBookmark('first-unconstrained', first)).toBe(first)
  expect(newerBookmark(first, second)).toBe(second)
  expect(newerBookmark(second, first)).toBe(second)
  expect(newerBookmark(second, null)).toBe(second)
})
