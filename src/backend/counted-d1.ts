import { currentScope } from '../domain/request-scope.ts'

type Queries = Pick<D1Database, 'prepare' | 'batch'>

const counted = new WeakMap<object, D1Database>()
const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>()

/** Wraps a database to count the D1 calls of each request. */
export function countedD1(db: D1Database): D1Database {
  const known = counted.get(db) ?? countCalls(db)
  counted.set(db, known)
  return known
}

function countCalls<T extends Queries>(db: T): T {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => countedStatement(target.prepare(sql))
      if (name === 'batch')
        return async (all: readonly D1PreparedStatement[]) =>
          count(async () => target.batch(all.map((each) => originals.get(each) ?? each)))
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const call = value.bind(target)
      return name === 'withSession' ? (...args: unknown[]) => countCalls(call(...args)) : call
    },
  })
}

function countedStatement(statement: D1PreparedStatement): D1PreparedStatement {
  const proxy = new Proxy(statement, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const call = value.bind(target)
      if (name === 'bind') return (...values: unknown[]) => countedStatement(call(...values))
      return async (...args: unknown[]) => count(async () => call(...args))
    },
  })
  originals.set(proxy, statement)
  return proxy
}

async function count<T>(work: () => Promise<T>): Promise<T> {
  const tally = currentScope()?.d1
  if (!tally) return work()
  const round = tally.roundsDone + 1
  tally.calls += 1
  tally.rounds = Math.max(tally.rounds, round)
  const result = await work()
  tally.roundsDone = Math.max(tally.roundsDone, round)
  return result
}
