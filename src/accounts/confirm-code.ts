import type { Session } from '../api/common.ts'
import { ok } from '../kit/result.shared.ts'
import { logSecurity } from '../kit/log.ts'
import type { BackendContext } from '../context.ts'
import { equalInConstantTime, hmac } from '../kit/crypto.ts'
import { refuse, refuseFields, type OperationResult } from '../api/operation-result.ts'
import { isConfirmationWithinLimits } from './code-limits.ts'
import { isKnownBrowser, rememberBrowser } from './known-browsers.ts'
import type { BrowserNonces, Recipient } from './known-browsers.ts'
import { codeKey } from './send-code.ts'
import { prepareSession } from './sessions.ts'
import { countCodeAttempt } from './wrong-codes.ts'
import { prepare, raw, sql } from '../kit/sql.ts'

/** Proof that an address is correct: the code, and the nonce of the browser that requested it. */
export type CodeProof = BrowserNonces & { readonly code: string }

/**
 * Checks a code. The transaction that reads the code also counts the attempt, so concurrent guesses
 * share the attempts. The code stays valid until it is used.
 */
export async function checkCode(
  context: BackendContext,
  recipient: Recipient,
  { code, nonce }: CodeProof,
): Promise<OperationResult<null>> {
  const { config, words } = context
  const isKnown = await isKnownBrowser(context, recipient, nonce)
  if (!isKnown && !(await isConfirmationWithinLimits(context)))
    return refuse('too-many-requests', words('api.tooManyCodeTries'))
  const key = await codeKey(context, recipient, nonce)
  const hash = await hmac(config.CODE_PEPPER, `${key}:${code}`)
  const { rightHash, isTooShort } = await countCodeAttempt(context, {
    key,
    length: code.length,
    hash,
    isKnownBrowser: isKnown,
  })
  if (rightHash !== null && equalInConstantTime(rightHash, hash)) return ok(null)
  logSecurity({ event: 'sign-in-failed', by: 'code' })
  const message = words(isTooShort ? 'api.codeTooShort' : 'api.codeWrong')
  return refuseFields('wrong-code', { code: [message] })
}

type CodeSignIn = {
  /** The visitor's User-Agent header. */
  readonly userAgent?: string | undefined
  /** Creates the account if it does not exist. */
  readonly createAccount?: D1PreparedStatement
}

const accounts = {
  mail: { kind: 'customer', table: 'customers', address: 'email' },
  sms: { kind: 'referrer', table: 'partners', address: 'phone' },
} as const

/**
 * Deletes a code that was checked, remembers the browser and opens a session, in one transaction.
 * Only one of several concurrent requests with the same code succeeds.
 */
export async function signInWithCode(
  context: BackendContext,
  recipient: Recipient,
  proof: CodeProof,
  { userAgent, createAccount }: CodeSignIn = {},
): Promise<OperationResult<Session>> {
  const { kind, table, address } = accounts[recipient.kind]
  const key = await codeKey(context, recipient, proof.nonce)
  const { session, insert } = await prepareSession(context, {
    kind,
    account: sql`SELECT id FROM ${raw(table)} WHERE ${raw(address)} = ${recipient.to}
      AND EXISTS (SELECT 1 FROM challenges WHERE key = ${key})`,
    userAgent,
  })
  const remember = await rememberBrowser(context, recipient, proof)
  const created = createAccount ? [createAccount] : []
  const use = await useCode(context, recipient, proof, [...created, insert, ...remember])
  if (!use.ok) return use
  logSecurity({ event: 'signed-in', account: kind, by: 'code' })
  return ok(session)
}

/**
 * Deletes a code that was checked. Only one of several concurrent requests with the same code
 * succeeds.
 * @param effects statements that run before the deletion, in the same transaction
 */
export async function useCode(
  context: BackendContext,
  recipient: Recipient,
  { nonce }: Pick<CodeProof, 'nonce'>,
  effects: readonly D1PreparedStatement[] = [],
): Promise<OperationResult<null>> {
  const { db, words } = context
  const results = await db.batch([
    ...effects,
    prepare(db)`DELETE FROM challenges WHERE key = ${await codeKey(context, recipient, nonce)}
      RETURNING key`,
  ])
  const deleted = results.at(-1)?.results.length
  return deleted === 1 ? ok(null) : refuse('code-used', words('api.codeUsed'))
}
