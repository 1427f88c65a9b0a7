import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Run } from '../test/sqlite-d1.ts'

export type Measurement = {
  readonly call: string
  readonly query: string
  readonly ms: number
  readonly plan: readonly string[]
}

const warmUp = 5
const rounds = 20

/**
 * Measures the queries that `round` adds to `runs`. Every round must run the same queries in the
 * same order.
 */
export async function measure(
  file: DatabaseSync,
  runs: (Run & { readonly call: string })[],
  round: () => Promise<void>,
): Promise<Measurement[]> {
  const measured: (typeof runs)[] = []
  for (let turn = 0; turn < warmUp + rounds; turn += 1) {
    runs.length = 0
    await round()
    if (turn >= warmUp) measured.push([...runs])
  }
  const [first = []] = measured
  return first.map(({ call, sql, params }, index) => ({
    call,
    query: headlineOf(sql),
    ms: median(measured.map((each) => each[index]?.ms ?? Number.NaN)),
    plan: planOf(file, sql, params),
  }))
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

const steps = z.array(z.object({ detail: z.string() }))

function planOf(file: DatabaseSync, sql: string, params: Run['params']): string[] {
  const rows = file.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...params)
  return steps.parse(rows).map(({ detail }) => detail)
}

/**
 * Returns a short name to find the query in the source: `SELECT placements`, `count of placements`.
 */
function headlineOf(sql: string): string {
  const verb = sql.startsWith('SELECT count(*)') ? 'count of' : (/^\w+/.exec(sql)?.[0] ?? '')
  const table = /(?:FROM|INTO|UPDATE) (\w+)/.exec(sql)?.[1] ?? ''
  return `${verb} ${table}`
}
