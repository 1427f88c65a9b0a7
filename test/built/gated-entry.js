import worker from './index.js'

/** The shop with a gate before and after each database call, and endpoints for tests. */
export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url)
    if (pathname === '/.jobs') {
      await worker.scheduled({ scheduledTime: Date.now() }, gated(env), context)
      return new Response('done')
    }
    if (pathname !== '/.rows') return worker.fetch(request, gated(env), context)
    const { results } = await env.DB.prepare(await request.text()).all()
    return Response.json(results)
  },
}

function gated(env) {
  return { ...env, DB: databaseOf(env.DB, () => fetch(env.GATE, { method: 'POST' })) }
}

function databaseOf(database, pass) {
  const call = async (work) => {
    await pass()
    const result = await work()
    await pass()
    return result
  }
  const statementOf = (statement) =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values) => statementOf(target.bind(...values))
        if (['first', 'all', 'run'].includes(name))
          return (...values) => call(() => target[name](...values))
        return Reflect.get(target, name)
      },
    })
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') return (sql) => statementOf(target.prepare(sql))
      if (name === 'batch') return (statements) => call(() => target.batch(statements))
      if (name === 'withSession')
        return (...values) => databaseOf(target.withSession(...values), pass)
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
