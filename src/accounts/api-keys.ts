import { z } from 'zod'
import type { AuditSubject } from '../api/audit.ts'
import { apiScopes, type ApiScope } from '../api/operation.ts'
import { defineStaffAction, performAction, refused } from '../api/perform-action.ts'
import type { ActionContext, ActionInput, ActionProblem } from '../api/perform-action.ts'
import type { StaffMember } from '../api/staff.ts'
import type { ApiKey, DataContext, DatabaseContext } from '../context.ts'
import { sha256Hex } from '../kit/crypto.ts'
import { storedJson } from '../kit/db.ts'
import { err, ok, type Result } from '../kit/result.shared.ts'
import { prepare, raw, readRow, readRows, sql } from '../kit/sql.ts'
import { isoBefore, minuteMs } from '../kit/time.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'

/** A key of another system, as the back office shows it. */
export type ListedKey = ApiKey & {
  readonly prefix: string
  readonly scopes: readonly ApiScope[]
  readonly createdAt: string
  readonly createdBy: string
  /** Up to a minute late. Null: never used. */
  readonly usedAt: string | null
}

type KeyRow = Omit<ListedKey, 'scopes'> & { readonly scopes: string }
const columns = sql`id, name, prefix, scopes, created_at AS createdAt, created_by AS createdBy,
  used_at AS usedAt`

const mostKeys = 20
/** The characters of a key that identify it for people: three fixed ones and 36 of its bits. */
const prefixLength = 9
const keyPattern = /^Bearer (sk_[\w-]{43})$/

/** All keys share one history, so that the page of the keys has one version. */
export const keySubject = { kind: 'api-key', id: 'all' } as const satisfies AuditSubject

export async function listKeys({ db }: DatabaseContext): Promise<ListedKey[]> {
  const rows = await readRows<KeyRow>(db)`SELECT ${columns} FROM api_keys ORDER BY created_at, id`
  return rows.map(toKey)
}

function toKey({ scopes, ...row }: KeyRow): ListedKey {
  return { ...row, scopes: storedJson(z.array(z.enum(apiScopes)), scopes, []) }
}

/** Returns the key of an `Authorization` header, or null if the shop does not know it. */
export async function keyOf(
  { db, now }: DataContext,
  authorization: string | undefined,
): Promise<ListedKey | null> {
  const [, secret] = keyPattern.exec(authorization ?? '') ?? []
  if (secret === undefined) return null
  const row = await readRow<KeyRow>(db)`SELECT ${columns} FROM api_keys
    WHERE key_hash = ${await sha256Hex(secret)}`
  if (row === null) return null
  const last = isoBefore(now, minuteMs)
  if (row.usedAt === null || row.usedAt < last)
    await prepare(db)`UPDATE api_keys SET used_at = ${now} WHERE id = ${row.id}`.run()
  return toKey(row)
}

type KeyInput = ActionInput & { readonly name: string; readonly scopes: readonly ApiScope[] }

/**
 * Adds a key and returns it. Only its hash is stored, so a form that is sent again returns null: the
 * key was shown before.
 */
export async function addKey(
  context: ActionContext,
  staff: StaffMember,
  { idempotencyKey, version, name, scopes }: KeyInput,
): Promise<Result<string | null, ActionProblem>> {
  const { db, now } = context
  const secret = `sk_${secretID()}`
  const [hash, prefix] = [await sha256Hex(secret), secret.slice(0, prefixLength)]
  const request = { idempotencyKey, version, input: { name, scopes }, subject: keySubject }
  const named = { ...request, action: 'add-api-key' } as const
  const result = await performAction(context, staff, named, async () => {
    if (scopes.length === 0) return refused('no-scopes')
    const count = sql`(SELECT count(*) FROM api_keys)`
    const row = await readRow<{ count: number }>(db)`SELECT ${count} AS count`
    if (row && row.count >= mostKeys) return refused('too-many-keys')
    return ok({
      details: { name, prefix, rights: scopes.join(', ') },
      condition: sql`${count} < ${raw(mostKeys)}`,
      effects: ({ id }) => [
        prepare(
          db,
        )`INSERT INTO api_keys (id, name, prefix, key_hash, scopes, created_at, created_by)
          VALUES (${id}, ${name}, ${prefix}, ${hash}, ${JSON.stringify(scopes)}, ${now},
            ${staff.name})`,
      ],
    })
  })
  if (!result.ok) return result
  return ok(result.value.details['prefix'] === prefix ? secret : null)
}

/** Revokes a key at once. */
export const revokeKey = defineStaffAction<{ readonly keyID: string }>({
  action: 'revoke-api-key',
  subject: () => keySubject,
  async plan({ context: { db }, input: { keyID } }) {
    const row = await readRow<KeyRow>(db)`SELECT ${columns} FROM api_keys WHERE id = ${keyID}`
    if (row === null) return err({ code: 'not-found' })
    return ok({
      details: { name: row.name, prefix: row.prefix },
      effects: () => [prepare(db)`DELETE FROM api_keys WHERE id = ${keyID}`],
    })
  },
})
