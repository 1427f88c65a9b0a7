import { expect, it } from 'vitest'
import { ledgerDifferences } from './look-ups.ts'

const charged = { kind: 'charged', id: 'ch_1', amount: { minor: 1250, currency: 'USD' } } as const
const refunded = { ...charged, kind: 'refunded', id: 're_1' } as const

it('returns no difference for facts that both have or only the provider has', () => {
  expect(ledgerDifferences([charged], [refunded, charged])).toEqual([])
  expect(ledgerDifferences([{ ...charged, kind: 'declined' }], [])).toEqual([])
})

it('returns facts that the provider lacks', () => {
  expect(ledgerDifferences([charged, refunded], [charged])).toEqual([
    { kind: 'refunded', id: 're_1', ledger: refunded.amount, provider: null },
  ])
  expect(ledgerDifferences([charged], [{ ...charged, kind: 'refunded' }])).toHaveLength(1)
})

it('returns facts with another amount or currency', () => {
  const amounts = [
    { minor: 1150, currency: 'USD' },
    { minor: 1250, currency: 'EUR' },
  ]
  for (const amount of amounts)
    expect(ledgerDifferences([charged], [{ ...charged, amount }])).toEqual([
      { kind: 'charged', id: 'ch_1', ledger: charged.amount, provider: amount },
    ])
})
