import { expect, it } from 'vitest'
import { pageStatus } from './error-pages.tsx'

it.each([
  [200, 200],
  [403, 403],
  [404, 404],
  [419, 403],
  [503, 503],
  [0, 500],
  [302, 500],
  [503.5, 500],
  [600, 500],
])('shows the status %f as %i', (status, shown) => {
  expect(pageStatus(status)).toBe(shown)
})
