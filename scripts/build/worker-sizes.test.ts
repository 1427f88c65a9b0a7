import { expect, it } from 'vitest'
import { workerSizeProblems } from './size-limits.ts'

const index = {
  file: 'index.js',
  code: 'import{a as e}from"./assets/shared-1.js";const load=()=>import("./assets/stripe-2.js")',
  bytes: 11_400,
}
const shared = { file: 'assets/shared-1.js', code: 'export{a}', bytes: 9000 }
const stripe = { file: 'assets/stripe-2.js', code: '"api.stripe.com"', bytes: 200_000 }
const good = [index, shared, stripe]

it('accepts a worker that loads Stripe on demand', () => {
  expect(workerSizeProblems(good)).toEqual([])
})

it.each([
  ['no entry', [shared, stripe]],
  ['a large entry', [{ ...index, bytes: 11_901 }, shared, stripe]],
  ['a large script that the entry imports', [index, { ...shared, bytes: 9501 }, stripe]],
  ['Stripe at start', [index, { ...shared, code: 'import"./stripe-2.js"' }, stripe]],
  [
    'a supplier at start',
    [index, { ...shared, code: '"https://partners-api.airalo.com"' }, stripe],
  ],
])('refuses %s', (_, scripts) => {
  expect(workerSizeProblems(scripts)).not.toEqual([])
})
