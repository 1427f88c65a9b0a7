/** Returns a D1 connection that runs `work` before each batch. */
export function runBeforeBatch(database: D1Database, work: () => Promise<void>): D1Database {
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
