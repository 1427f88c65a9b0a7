import { env } from 'cloudflare:workers'
import { vi } from 'vitest'

/** Runs the work, and returns the query-plan steps of each statement it prepared. */
export async function recordQueries(work: () => Promise<void>): Promise<string[][]> {
  const queries: { readonly sql: string; params: unknown[] }[] = []
  const prepare = env.DB.prepare.bind(env.DB)
  const spy = vi.spyOn(env.DB, 'prepare').mockImplementation((sql) => {
    const statement = prepare(sql)
    const query = { sql, params: [] as unknown[] }
    queries.push(query)
    const bind = statement.bind.bind(statement)
    statement.bind = (...params) => {
      query.params = params
      return bind(...params)
    }
    return statement
  })
  const sessions = vi.spyOn(env.DB, 'withSession').mockReturnValue({
    prepare: (sql) => env.DB.prepare(sql),
    batch: async (statements) => env.DB.batch(statements),
    getBookmark: () => null,
  })
  await work()
  spy.mockRestore()
  sessions.mockRestore()
  // A statement whose parameters were never bound did not run.
  const run = queries.filter(({ sql, params }) => params.length > 0 || !sql.includes('?'))
  return Promise.all(run.map(async ({ sql, params }) => planOf(sql, params)))
}

export async function planOf(sql: string, params: readonly unknown[]): Promise<string[]> {
  const explained = env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...params)
  return (await explained.all<{ detail: string }>()).results.map(({ detail }) => detail)
}
