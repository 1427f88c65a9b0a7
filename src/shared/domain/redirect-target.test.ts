import fc from 'fast-check'
import { expect, it } from 'vitest'
import { safeTarget } from './redirect-target.ts'

it.each([
  '/',
  '/ru/account',
  '/esim/countries/tr?traffic=5&page=2',
  '/esim-instruction?hash=a_b-c',
])('goes to %s', (target) => {
  expect(safeTarget(target)).toBe(target)
})

it.each([
  '//x',
  '/\\x',
  '/%2f%2fx',
  '/\t/x',
  'javascript:alert(1)',
  'https://x',
  '',
  '/a//b',
  '/..//x',
  `/${'a'.repeat(600)}`,
  null,
])('refuses %s', (target) => {
  expect(safeTarget(target)).toBeNull()
})

it('never leaves the shop, whatever it is given', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('/', '\\', '.', '%', '2', 'f', '@', ':', 'x', '?', '#', '\t'),
      }),
      (text) => {
        const target = safeTarget(`/${text}`)
        return (
          target === null ||
          new URL(target, 'https://shop.example').origin === 'https://shop.example'
        )
      },
    ),
    { numRuns: 5000 },
  )
})
