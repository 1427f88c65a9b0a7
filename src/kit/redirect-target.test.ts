import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pageOfForm, safeTarget } from './redirect-target.ts'

it.each([
  '/',
  '/ru/account',
  '/esim/countries/tr?traffic=5&page=2',
  '/esim-instruction?hash=a_b-c',
])('accepts %s', (target) => {
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
])('rejects %s', (target) => {
  expect(safeTarget(target)).toBeNull()
})

it.each([
  ['/esim/tariffs?search_string=south+korea', '/esim/tariffs?search_string=south+korea'],
  ["/esim/tariffs?search_string=a*b:c!'()@d", '/esim/tariffs?search_string=a*b:c!%27()@d'],
  ['/%D0%BD%D0%B5%D1%82', '/%D0%BD%D0%B5%D1%82'],
  [`/blog?q=${'a'.repeat(600)}`, `/blog?q=${'a'.repeat(600)}`],
  ['/\t/x', null],
  ['//x', null],
  ['/\\x', null],
  ['/..//x', null],
  ['https://x', null],
  ['', null],
])('returns the visitor from a form on %s to %s', (address, page) => {
  expect(pageOfForm(address)).toBe(page)
})

it.each([safeTarget, pageOfForm])('never redirects to another site: %o', (validate) => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('/', '\\', '.', '%', '2', 'f', '@', ':', 'x', '?', '#', '\t'),
      }),
      (text) => {
        const target = validate(`/${text}`)
        return (
          target === null ||
          new URL(target, 'https://shop.example').origin === 'https://shop.example'
        )
      },
    ),
    { numRuns: 5000 },
  )
})
