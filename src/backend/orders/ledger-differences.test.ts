import { expect, it } from 'vitest'
import { ledgerDifferences } from './ledger-differences.ts'

const charged = { kind: 'charged', id: 'ch_1', amount: { minor: 1250, currency: 'USD' } } as const
const refunded = { ...charged, kind: 'refunded', id: 're_1' } as const

it('returns no difference for facts that both have or only the provider has', () => {
  expect(ledgerDifferences([charged], [refunded, charged])).toEqual([])
  expect(ledgerDifferences([{ ...charged, kind: 'declined' }], [])).toEqual([])
})

it('returns facts that the provider lacks', () => {
  expect(ledgerDifferences([charged, refunded], [charged])).toEqual([
    'refunded re_1: 12.50 USD / –',
  ])
  expect(ledgerDifferences([charged], [{ ...charged, kind: 'refunded' }])).toHaveLength(1)
})

it('returns facts with another amount or currency', () => {
  const amounts = [
    { minor: 1150, currency: 'USD' },
    { minor: 1250, currency: 'EUR' },
  ]
  expect(amounts.map((amount) => ledgerDifferences([charged], [{ ...charged, amount }]))).toEqual([
    ['charged ch_1: 12.50 USD / 11.50 USD'],
    ['charged ch_1: 12.50 USD / 12.50 EUR'],
  ])
})
