/** A connection to D1 that does something between its reads and its batches. */
export function beforeBatch(database: D1Database, work: () => Promise<void>): D1Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'batch')
        return async (statements: D1PreparedStatement[]) => {
          await work()
          return target.batch(statements)
        }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
