import type { D1Database } from '@cloudflare/workers-types'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../database/d1.ts'
import { openLocalD1 } from '../database/local-d1.ts'
import type { Target } from '../database/target.ts'

/**
 * Opens the database in which suppliers store access tokens. They cannot use the production
 * database from here, so its sync gets a temporary one. This machine may have no local shop.
 */
export async function openTokens(
  target: Target,
): Promise<{ readonly db: D1Database; readonly close: () => Promise<void> }> {
  if (!target.isRemote) return openLocalD1(target.persistTo)
  const persistTo = await mkdtemp(join(tmpdir(), 'esim-storefront-'))
  await migrate({ isRemote: false, persistTo })
  const { db, close } = await openLocalD1(persistTo)
  return {
    db,
    close: async () => {
      await close()
      await rm(persistTo, { recursive: true })
    },
  }
}
