/**
 * The number of the call that fails, counted from 1, and whether it takes effect before its answer
 * is lost.
 */
export type DatabaseFault = { readonly call: number; readonly takesEffect: boolean }

/**
 * Returns a D1 connection that fails at one call. A batch is one call, because D1 rolls it back as
 * a whole. `calls` is the number of calls so far.
 */
export function failAt(database: D1Database, fault: DatabaseFault) {
  const counter = { calls: 0 }

  async function call<T>(work: () => Promise<T>): Promise<T> {
    counter.calls += 1
    const isLost = counter.calls === fault.call
    if (isLost && !fault.takesEffect) throw new Error('D1_ERROR: on purpose')
    const result = await work()
    if (isLost) throw new Error('D1_ERROR: Network connection lost.')
    return result
  }

  const statementOf = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => statementOf(target.bind(...values))
        if (name === 'first')
          return async (column: string) =>
            call(async () => (column === undefined ? target.first() : target.first(column)))
        if (name === 'all') return async () => call(async () => target.all())
        if (name === 'run') return async () => call(async () => target.run())
        return Reflect.get(target, name)
      },
    })
  const databaseOf = <T extends Pick<D1Database, 'prepare' | 'batch'>>(inner: T): T =>
    new Proxy(inner, {
      get(target, name) {
        if (name === 'prepare') return (sql: string) => statementOf(target.prepare(sql))
        if (name === 'batch')
          return async (all: D1PreparedStatement[]) => call(async () => target.batch(all))
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        const method = value.bind(target)
        return name === 'withSession' ? (...args: unknown[]) => databaseOf(method(...args)) : method
      },
    })
  return { database: databaseOf(database), counter }
}
