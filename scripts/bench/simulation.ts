import { runStories } from '../../test/simulation/run-stories.ts'
import type { Bench } from './bench.ts'
import type { BenchResult } from './results.ts'

/** Plays stories of shops until they have a number of orders, and counts what happened in them. */
export async function simulateShops({ orders: [orders = 20_000] }: Bench): Promise<BenchResult> {
  const { isRight, output } = await runStories('.', { SIMULATED_ORDERS: String(orders) }, showCost)
  // The last report has the numbers of all shops.
  const numbers = new Map(Array.from(output.matchAll(/^(\d+) (.+)$/gm), ([, n, what]) => [what, n]))
  const rows = Array.from(numbers, ([what = '', number]) => ({ what, number: Number(number) }))
  return { rows, failures: isRight ? [] : [output] }
}

/** Shows how far a long run is. */
function showCost(text: string): void {
  const [cost] = /^\d+ orders without a fault in .*$/m.exec(text) ?? []
  if (cost !== undefined) process.stderr.write(`${cost}\n`)
}
