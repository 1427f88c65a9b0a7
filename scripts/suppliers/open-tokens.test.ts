import { expect, it } from 'vitest'
import { openTokens } from './open-tokens.ts'

/** Every migration runs in a new process, which takes long on a busy machine. */
const timeout = 120_000

// The database of a machine without a local shop has no tables.
it('stores tokens while it syncs the production shop', { timeout }, async () => {
  const { db, close } = await openTokens({ isRemote: true })
  try {
    expect(await db.prepare('SELECT count(*) AS count FROM supplier_tokens').first('count')).toBe(0)
  } finally {
    await close()
  }
})
