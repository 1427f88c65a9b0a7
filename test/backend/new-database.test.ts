import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'

// Before each test file, the shop has only its migrations.
it.each(['customers', 'referrers', 'sessions', 'passkeys', 'promo_codes', 'stock'])(
  'has no %s',
  async (table) => {
    const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all()
    expect(results).toEqual([])
  },
)

it('has the tables and rows that the migrations create', async () => {
  const tests = await readEverything()
  await reset()
  await applyD1Migrations(env.DB, env.MIGRATIONS)
  await env.DB.exec('DROP TABLE d1_migrations')
  const production = await readEverything()
  expect(production.tables.length).toBeGreaterThan(100)
  expect(tests).toEqual(production)
})

async function readEverything() {
  const { results: tables } = await env.DB.prepare(
    `SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'
      AND name NOT LIKE 'sqlite%' ORDER BY type, name`,
  ).all<{ type: string; name: string }>()
  const rows = await env.DB.batch<object>(
    tables
      .filter(({ type }) => type === 'table')
      .map(({ name }) => env.DB.prepare(`SELECT '${name}' AS "table", * FROM ${name}`)),
  )
  // A migration writes its time.
  const ended_at = undefined
  return {
    tables,
    rows: rows.flatMap(({ results }) => results).map((row) => ({ ...row, ended_at })),
  }
}
