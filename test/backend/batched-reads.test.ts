import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { batchReads } from '../../src/api/batched-reads.ts'
import { countRoundTrips } from '../support/round-trips.ts'

const numberOf = (db: ReturnType<typeof batchReads>, value: number) =>
  db.prepare('SELECT ?1 AS number').bind(value)

it('sends reads that start together as one batch, and returns the rows of each', async () => {
  const { counts, bindings } = countRoundTrips()
  const db = batchReads(bindings.DB)
  const answers = await Promise.all([
    numberOf(db, 1).first(),
    db.batch([numberOf(db, 2), numberOf(db, 3)]),
    numberOf(db, 4).all(),
    db.prepare('SELECT 1 WHERE 0').first(),
  ])
  expect(answers).toMatchObject([
    { number: 1 },
    [{ results: [{ number: 2 }] }, { results: [{ number: 3 }] }],
    { results: [{ number: 4 }] },
    null,
  ])
  expect(counts.calls).toBe(1)
})

it('sends a later read in another batch', async () => {
  const { counts, bindings } = countRoundTrips()
  const db = batchReads(bindings.DB)
  await numberOf(db, 1).first()
  expect(await numberOf(db, 2).first()).toEqual({ number: 2 })
  expect(counts.calls).toBe(2)
})

it('fails every read of a failed batch, and executes later reads', async () => {
  const db = batchReads(env.DB)
  const reads = [db.prepare('SELECT number FROM no_such_table').all(), numberOf(db, 1).first()]
  const outcomes = await Promise.allSettled(reads)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await numberOf(db, 2).first()).toEqual({ number: 2 })
})

it('refuses a query of another database', async () => {
  const query = numberOf(batchReads(env.DB), 1)
  await expect(batchReads(env.DB).batch([query])).rejects.toThrow(/another|not prepared/)
})
