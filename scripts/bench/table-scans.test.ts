import { expect, it } from 'vitest'
import { z } from 'zod'
import { changedFacts } from '../../src/orders/ledger.ts'
import { openEmptyShop } from '../test/sqlite-d1.ts'
import { scansOf } from './table-scans.ts'

const shop = openEmptyShop()

function stepsOf(sql: string): string[] {
  const step = z.object({ detail: z.string() })
  const steps = shop.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()
  return steps.map((row) => step.parse(row).detail)
}

it('compares a report only with its own facts, not with all facts of the provider', () => {
  expect(scansOf(stepsOf(changedFacts))).toEqual([])
  expect(scansOf(stepsOf(changedFacts.replace('CROSS JOIN', 'JOIN')))).not.toEqual([])
})
