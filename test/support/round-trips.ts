import { env } from 'cloudflare:workers'

type Database = Pick<D1Database, 'prepare' | 'batch'>

/**
 * Bindings that count round trips to D1. Parallel calls are one round, and a batch is one call. A
 * call ends only when no KV read is running. So a call that follows a KV read counts as parallel,
 * as in production, where D1 is far away.
 */
export function countRoundTrips() {
  const counts = { calls: 0, rounds: 0 }
  const reads = new Set<Promise<unknown>>()
  let roundsDone = 0

  async function count<T>(work: () => Promise<T>): Promise<T> {
    const round = roundsDone + 1
    counts.calls += 1
    counts.rounds = Math.max(counts.rounds, round)
    const result = await work()
    while (reads.size > 0) await Promise.allSettled(reads)
    await new Promise((resolve) => setTimeout(resolve, 0))
    roundsDone = Math.max(roundsDone, round)
    return result
  }

  const wrapStatement = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => wrapStatement(target.bind(...values))
        if (name === 'first')
          return async (column?: string) =>
            count(async () => (column === undefined ? target.first() : target.first(column)))
        if (name === 'all') return async () => count(async () => target.all())
        if (name === 'run') return async () => count(async () => target.run())
        return Reflect.get(target, name)
      },
    })
  const wrapDatabase = <T extends Database>(database: T): T =>
    new Proxy(database, {
      get(target, name) {
        if (name === 'prepare') return (sql: string) => wrapStatement(target.prepare(sql))
        if (name === 'batch')
          return async (all: D1PreparedStatement[]) => count(async () => target.batch(all))
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        const call = value.bind(target)
        return name === 'withSession' ? (...args: unknown[]) => wrapDatabase(call(...args)) : call
      },
    })
  const wrapStore = (store: KVNamespace): KVNamespace =>
    new Proxy(store, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          const read: Promise<unknown> = value.apply(target, args)
          const ended = read.finally(() => reads.delete(ended)).catch(() => undefined)
          reads.add(ended)
          return read
        }
      },
    })
  return { counts, bindings: { DB: wrapDatabase(env.DB), CACHE: wrapStore(env.CACHE) } }
}
