import { isoAfter } from '../../../domain/time-units.ts'
import { createSeal } from '../../seal.ts'
import type { AiraloSettings } from './airalo-options.ts'

export type Token = { readonly text: string; readonly expiresAt: Date }

export type TokenStore = {
  /** Returns the stored token, which may have expired. */
  readonly read: () => Promise<Token | null>
  /** Returns true if this worker may renew the token now. */
  readonly claim: () => Promise<boolean>
  readonly release: () => Promise<void>
  readonly write: (token: Token) => Promise<void>
  readonly discard: (text: string) => Promise<void>
}

type TokenRow = { readonly sealed_token: string; readonly expires_at: string }

/** Milliseconds, longer than a request for a token may take. */
const claimLife = 30_000

/**
 * The database stores the token sealed with the client secret, because the token can spend the
 * balance.
 */
export function createTokenStore(
  db: D1Database,
  { clientID, clientSecret }: Pick<AiraloSettings, 'clientID' | 'clientSecret'>,
  now: () => Date,
): TokenStore {
  const { seal, unseal } = createSeal(`${clientID}:${clientSecret}`)

  async function read(): Promise<Token | null> {
    const row = await db
      .prepare(`SELECT sealed_token, expires_at FROM supplier_tokens WHERE supplier = 'airalo'`)
      .first<TokenRow>()
    const text = row ? await unseal(row.sealed_token) : null
    return row && text !== null ? { text, expiresAt: new Date(row.expires_at) } : null
  }

  return {
    read,
    claim: async () => claimRenewal(db, now()),
    async release() {
      await db
        .prepare(`UPDATE supplier_tokens SET claimed_until = '' WHERE supplier = 'airalo'`)
        .run()
    },
    async write({ text, expiresAt }) {
      await db
        .prepare(
          `UPDATE supplier_tokens SET sealed_token = ?1, expires_at = ?2, claimed_until = ''
          WHERE supplier = 'airalo'`,
        )
        .bind(await seal(text), expiresAt.toISOString())
        .run()
    },
    async discard(text) {
      const stored = await read()
      if (stored?.text === text) await endToken(db, stored, now())
    },
  }
}

async function claimRenewal(db: D1Database, now: Date): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `INSERT INTO supplier_tokens (supplier, claimed_until) VALUES ('airalo', ?2)
      ON CONFLICT (supplier) DO UPDATE SET claimed_until = ?2 WHERE claimed_until <= ?1`,
    )
    .bind(now.toISOString(), isoAfter(now, claimLife))
    .run()
  return meta.changes > 0
}

/** Ends a token now, unless another worker has replaced it. */
async function endToken(db: D1Database, { expiresAt }: Token, now: Date): Promise<void> {
  await db
    .prepare(
      `UPDATE supplier_tokens SET expires_at = ?1 WHERE supplier = 'airalo' AND expires_at = ?2`,
    )
    .bind(now.toISOString(), expiresAt.toISOString())
    .run()
}
