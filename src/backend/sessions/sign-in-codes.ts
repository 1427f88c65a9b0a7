import { ok } from '../../domain/result.ts'
import { signInCodeLength } from '../../domain/sign-in-code.ts'
import type { BackendContext } from '../context.ts'
import { equalInConstantTime, hmac } from '../hashing.ts'
import { insertMessage } from '../mail/outbox.ts'
import { refuse, refuseFields } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { countActions, countVisitorAction } from '../rate-limit.ts'

/** Seconds a sign-in code is valid, and seconds until the next one may be sent. */
const codeLifetime = 600
const resendPause = 60
const maxAttempts = 5
const recipientLimit = { action: 'code-to-recipient', perHour: 5 }
const addressLimit = { action: 'code-from-address', perHour: 20 }

type Recipient = { readonly kind: 'mail' | 'sms'; readonly to: string }
type CodeReceipt = { data: { resendAfter: number; expiresIn: number } }

/**
 * Sends a sign-in code by mail or SMS. Within a minute of the last code it sends nothing and
 * returns the time left, so a form submitted twice is one message. It does not check whether an
 * account exists, so the answer cannot reveal it.
 */
export async function sendCode(
  context: BackendContext,
  recipient: Recipient,
): Promise<OperationResult<CodeReceipt>> {
  const key = await recipientKey(context, recipient)
  if (!(await claim(context, key)))
    return ok({
      data: { resendAfter: await secondsToWait(context, key), expiresIn: codeLifetime },
    })
  if (!(await isWithinLimits(context, key))) {
    await release(context, key)
    return refuse('too-many-requests', context.words('api.tooManyCodes'))
  }
  const code = newSignInCode()
  await context.db.batch([
    await storeCode(context, key, code),
    insertCodeMessage(context, recipient, key, code),
  ])
  return ok({ data: { resendAfter: resendPause, expiresIn: codeLifetime } })
}

/**
 * Claims the next message to a recipient; false within a minute of the last one. Of parallel
 * requests one succeeds. The previous code stays valid: limits may still refuse a new one.
 */
async function claim({ db, now }: BackendContext, key: string): Promise<boolean> {
  const row = await db
    .prepare(
      `INSERT INTO sign_in_codes (recipient_key, code_hash, attempts, sent_at, expires_at)
      VALUES (?1, '', 0, ?2, ?2)
      ON CONFLICT (recipient_key) DO UPDATE SET sent_at = ?2 WHERE sent_at <= ?3
      RETURNING recipient_key`,
    )
    .bind(key, now.toISOString(), secondsFrom(now, -resendPause).toISOString())
    .first()
  return row !== null
}

/** Undoes a claim after which nothing was sent. */
async function release({ db, now }: BackendContext, key: string): Promise<void> {
  await db.batch([
    db.prepare(`DELETE FROM sign_in_codes WHERE recipient_key = ? AND code_hash = ''`).bind(key),
    db
      .prepare('UPDATE sign_in_codes SET sent_at = ? WHERE recipient_key = ?')
      .bind(secondsFrom(now, -resendPause).toISOString(), key),
  ])
}

/** Replaces the recipient's previous code. */
async function storeCode(
  { db, config, now }: BackendContext,
  key: string,
  code: string,
): Promise<D1PreparedStatement> {
  return db
    .prepare(
      `UPDATE sign_in_codes SET code_hash = ?, attempts = 0, expires_at = ?
      WHERE recipient_key = ?`,
    )
    .bind(
      await hmac(config.CODE_PEPPER, `${key}:${code}`),
      secondsFrom(now, codeLifetime).toISOString(),
      key,
    )
}

function insertCodeMessage(
  { db, config, words, now }: BackendContext,
  { kind, to }: Recipient,
  key: string,
  code: string,
): D1PreparedStatement {
  const isMail = kind === 'mail'
  return insertMessage(db, {
    kind,
    purpose: 'sign-in-code',
    dedupeKey: `${key}:${now.toISOString()}`,
    recipient: to,
    subject: isMail ? words('mail.codeSubject', { code }) : '',
    body: words(isMail ? 'mail.code' : 'mail.codeSms', { code, brand: config.BRAND_NAME }),
    createdAt: now,
    // An expired code would only confuse.
    expiresAt: secondsFrom(now, codeLifetime),
  })
}

async function secondsToWait({ db, now }: BackendContext, key: string): Promise<number> {
  const last = await db
    .prepare('SELECT sent_at FROM sign_in_codes WHERE recipient_key = ?')
    .bind(key)
    .first<{ sent_at: string }>()
  const passed = last ? (now.getTime() - Date.parse(last.sent_at)) / 1000 : 0
  return Math.max(0, Math.ceil(resendPause - passed))
}

async function isWithinLimits(context: BackendContext, key: string): Promise<boolean> {
  return (
    (await countVisitorAction(context, addressLimit)) &&
    (await countActions(context, [{ limit: recipientLimit, subject: key }]))
  )
}

/**
 * Checks a code and returns its key for `useCode`. Every check counts as an attempt, in the
 * statement that reads the code, so parallel guesses get five attempts together.
 */
export async function checkCode(
  context: BackendContext,
  recipient: Recipient,
  code: string,
): Promise<OperationResult<string>> {
  const { db, config, words, now } = context
  const key = await recipientKey(context, recipient)
  const stored = await db
    .prepare(
      `UPDATE sign_in_codes SET attempts = attempts + 1
      WHERE recipient_key = ? AND attempts < ${maxAttempts} AND expires_at > ? RETURNING code_hash`,
    )
    .bind(key, now.toISOString())
    .first<{ code_hash: string }>()
  const given = await hmac(config.CODE_PEPPER, `${key}:${code}`)
  if (stored && equalInConstantTime(stored.code_hash, given)) return ok(key)
  return refuseFields('wrong-code', { code: [words('api.codeWrong')] })
}

/** Uses up a code. Of parallel requests with the same code one succeeds. */
export async function useCode(
  { db, words }: BackendContext,
  key: string,
): Promise<OperationResult<null>> {
  const row = await db
    .prepare('DELETE FROM sign_in_codes WHERE recipient_key = ? RETURNING recipient_key')
    .bind(key)
    .first()
  return row === null ? refuse('code-used', words('api.codeUsed')) : ok(null)
}

async function recipientKey({ config }: BackendContext, { kind, to }: Recipient): Promise<string> {
  return hmac(config.CODE_PEPPER, `${kind}:${to}`)
}

/** A random code; every code is equally likely. */
function newSignInCode(): string {
  const codes = 10 ** signInCodeLength
  // Numbers from the last, incomplete block are drawn again: they would make low codes likelier.
  const bound = 2 ** 32 - (2 ** 32 % codes)
  for (;;) {
    const [number = bound] = crypto.getRandomValues(new Uint32Array(1))
    if (number < bound) return String(number % codes).padStart(signInCodeLength, '0')
  }
}

function secondsFrom(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}
