import worker from './index.js'

/**
 * Wraps the shop: records its database calls and delays each call. A request to `/.calls?delay=80`
 * returns and clears the list, and sets the delay in milliseconds.
 */
let calls = []
let delay = 0

export default {
  async fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== '/.calls')
      return worker.fetch(request, { ...env, DB: watched(env.DB) }, context)
    const answer = Response.json(calls)
    calls = []
    delay = Number(searchParams.get('delay'))
    return answer
  },
}

async function call(statements, work) {
  calls.push(statements)
  if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
  return work()
}

/** The SQL and the parameters of each statement, and D1's own statement object. */
const known = new WeakMap()

function watched(database) {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') return (sql) => statementOf(target.prepare(sql), { sql, params: [] })
      if (name === 'batch')
        return (statements) => {
          const all = statements.map((each) => known.get(each))
          const work = () => target.batch(all.map(({ statement }) => statement))
          return call(
            all.map(({ sql, params }) => ({ sql, params })),
            work,
          )
        }
      if (name === 'withSession') return (...values) => watched(target.withSession(...values))
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function statementOf(statement, { sql, params }) {
  const proxy = new Proxy(statement, {
    get(target, name) {
      if (name === 'bind')
        return (...values) => statementOf(target.bind(...values), { sql, params: values })
      if (['first', 'all', 'run'].includes(name))
        return (...values) => call([{ sql, params }], () => target[name](...values))
      return Reflect.get(target, name)
    },
  })
  known.set(proxy, { statement, sql, params })
  return proxy
}
