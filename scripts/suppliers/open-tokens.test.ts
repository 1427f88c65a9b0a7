import { expect, it } from 'vitest'
import { openTokens } from './open-tokens.ts'

// The database of a machine without a local shop has no tables.
it('stores tokens while it syncs the production shop', async () => {
  const { db, close } = await openTokens({ isRemote: true })
  try {
    expect(await db.prepare('SELECT count(*) AS count FROM supplier_tokens').first('count')).toBe(0)
  } finally {
    await close()
  }
})
