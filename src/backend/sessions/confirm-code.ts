import { ok } from '../../domain/result.ts'
import { logSecurity } from '../../domain/security-log.ts'
import { runBatch } from '../batch.ts'
import type { BackendContext } from '../context.ts'
import { equalInConstantTime, hmac } from '../hashing.ts'
import { refuse, refuseFields } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { isConfirmationWithinLimits } from './code-limits.ts'
import { rememberBrowser } from './known-browsers.ts'
import type { BrowserNonces, Recipient } from './known-browsers.ts'
import { codeKey } from './send-code.ts'

const maxAttempts = 5

/** Proof that an address is correct: the code, and the nonce of the browser that requested it. */
export type CodeProof = BrowserNonces & { readonly code: string }

/**
 * Checks a code. The statement that reads the code also counts the attempt, so concurrent guesses
 * share the five attempts. The code stays valid until it is used.
 */
export async function checkCode(
  context: BackendContext,
  recipient: Recipient,
  { code, nonce }: CodeProof,
): Promise<OperationResult<null>> {
  const { db, config, words, now } = context
  if (!(await isConfirmationWithinLimits(context, recipient, nonce)))
    return refuse('too-many-requests', words('api.tooManyTries'))
  const key = await codeKey(context, recipient, nonce)
  const stored = await db
    .prepare(
      `UPDATE sign_in_codes SET attempts = attempts + 1
      WHERE recipient_key = ? AND attempts < ${maxAttempts} AND expires_at > ? RETURNING code_hash`,
    )
    .bind(key, now.toISOString())
    .first<{ code_hash: string }>()
  const given = await hmac(config.CODE_PEPPER, `${key}:${code}`)
  if (stored && equalInConstantTime(stored.code_hash, given)) return ok(null)
  logSecurity({ event: 'sign-in-failed', by: 'code' })
  return refuseFields('wrong-code', { code: [words('api.codeWrong')] })
}

/**
 * Deletes a code that was checked, and remembers the browser. Only one of several concurrent
 * requests with the same code succeeds.
 */
export async function signInWithCode(
  context: BackendContext,
  recipient: Recipient,
  proof: CodeProof,
): Promise<OperationResult<null>> {
  return useCode(context, recipient, proof, await rememberBrowser(context, recipient, proof))
}

/**
 * Deletes a code that was checked. Only one of several concurrent requests with the same code
 * succeeds.
 * @param effects statements of the same transaction
 */
export async function useCode(
  context: BackendContext,
  recipient: Recipient,
  { nonce }: Pick<CodeProof, 'nonce'>,
  effects: readonly D1PreparedStatement[] = [],
): Promise<OperationResult<null>> {
  const { db, words } = context
  const [deleted] = await runBatch(db, [
    db
      .prepare('DELETE FROM sign_in_codes WHERE recipient_key = ? RETURNING recipient_key')
      .bind(await codeKey(context, recipient, nonce)),
    ...effects,
  ])
  return deleted.results.length === 1 ? ok(null) : refuse('code-used', words('api.codeUsed'))
}
