import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'

// Before each test file, the shop has only its migrations.
it.each(['customers', 'partners', 'sessions', 'passkeys', 'promo_codes', 'stock'])(
  'has no %s',
  async (table) => {
    const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all()
    expect(results).toEqual([])
  },
)
