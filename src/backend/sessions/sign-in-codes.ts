import { signInCodeLength } from '../../domain/sign-in-code.ts'
import { conflict, found, tooMany } from '../context.ts'
import type { Call, Reply } from '../context.ts'
import { countFromVisitor, countWithin } from '../rate-limit.ts'
import { equalInConstantTime, hmac } from '../hashing.ts'
import { insertMessage } from '../mail/outbox.ts'

/** Confirmation codes (section 7 of the decisions): seconds a code is good, seconds until the next, tries, and limits an hour. */
export const codeLifetime = 600
const pause = 60
const tries = 5
const perRecipient = 5
const perAddress = 20

/** How ids of messages begin that bring a code. */
export const codeMessage = 'code:'

type Recipient = { readonly kind: 'mail' | 'sms'; readonly to: string }
type Sent = { data: { resendAfter: number; expiresIn: number } }

/**
 * Sends a six-digit code by mail or SMS. Whether an account exists is not looked at, so the answer cannot tell. Asked again within a
 * minute, or several times at once, it answers how long to wait and sends nothing: a form submitted twice is one message.
 */
export async function sendCode(call: Call, recipient: Recipient): Promise<Reply<Sent>> {
  const { db, config, words, now } = call
  const key = await keyOf(call, recipient)
  const isClaimed = await claim(call, key)
  if (!isClaimed)
    return found({ data: { resendAfter: await waitFor(call, key), expiresIn: codeLifetime } })
  if (!(await isWithinLimits(call, key))) {
    await release(call, key)
    return tooMany(words('api.tooManyCodes'))
  }
  const code = newSignInCode()
  const isMail = recipient.kind === 'mail'
  await db.batch([
    await newCode(call, key, code),
    insertMessage(db, {
      id: `${codeMessage}${key}:${now.toISOString()}`,
      kind: recipient.kind,
      recipient: recipient.to,
      subject: isMail ? words('mail.codeSubject', { code }) : '',
      body: words(isMail ? 'mail.code' : 'mail.codeSms', { code, brand: config.BRAND_NAME }),
      createdAt: now.toISOString(),
    }),
  ])
  return found({ data: { resendAfter: pause, expiresIn: codeLifetime } })
}

/** Of any number at once one may send. The code before it stays as it is: whether there will be another is not known yet. */
async function claim({ db, now }: Call, key: string): Promise<boolean> {
  const claimed = await db
    .prepare(
      `INSERT INTO codes (recipient_key, code_hash, attempts, sent_at, expires_at) VALUES (?1, '', 0, ?2, ?2)
      ON CONFLICT (recipient_key) DO UPDATE SET sent_at = ?2 WHERE sent_at <= ?3 RETURNING recipient_key`,
    )
    .bind(key, now.toISOString(), secondsFrom(now, -pause))
    .first()
  return claimed !== null
}

/** Nothing was sent: who asks again need not wait, and the code before is as good as it was. */
async function release({ db, now }: Call, key: string): Promise<void> {
  await db.batch([
    db.prepare(`DELETE FROM codes WHERE recipient_key = ? AND code_hash = ''`).bind(key),
    db
      .prepare('UPDATE codes SET sent_at = ? WHERE recipient_key = ?')
      .bind(secondsFrom(now, -pause), key),
  ])
}

/** Takes the place of the code before, which is no longer good. */
async function newCode(
  { db, config, now }: Call,
  key: string,
  code: string,
): Promise<D1PreparedStatement> {
  return db
    .prepare('UPDATE codes SET code_hash = ?, attempts = 0, expires_at = ? WHERE recipient_key = ?')
    .bind(await hmac(config.CODE_PEPPER, `${key}:${code}`), secondsFrom(now, codeLifetime), key)
}

async function waitFor({ db, now }: Call, key: string): Promise<number> {
  const last = await db
    .prepare('SELECT sent_at FROM codes WHERE recipient_key = ?')
    .bind(key)
    .first<{ sent_at: string }>()
  const waited = last ? (now.getTime() - Date.parse(last.sent_at)) / 1000 : 0
  return Math.max(0, Math.ceil(pause - waited))
}

async function isWithinLimits(call: Call, key: string): Promise<boolean> {
  return (
    (await countFromVisitor(call, 'code', perAddress)) &&
    (await countWithin(call.db, `code-to:${key}`, perRecipient, call.now))
  )
}

/**
 * Whether a code is the one that was sent. Each look counts, wrong or right, in the statement that reads the code: of any number at once
 * five are answered. A code is good once: `useCode` ends it.
 */
export async function checkCode(
  call: Call,
  recipient: Recipient,
  code: string,
): Promise<Reply<{ key: string }>> {
  const { db, config, words, now } = call
  const key = await keyOf(call, recipient)
  const tried = await db
    .prepare(
      `UPDATE codes SET attempts = attempts + 1 WHERE recipient_key = ? AND attempts < ${tries} AND expires_at > ?
      RETURNING code_hash`,
    )
    .bind(key, now.toISOString())
    .first<{ code_hash: string }>()
  const given = await hmac(config.CODE_PEPPER, `${key}:${code}`)
  if (tried && equalInConstantTime(tried.code_hash, given)) return found({ key })
  return { ok: false, status: 422, errors: { code: [words('api.codeWrong')] } }
}

/** Ends a code; of several that use it at once, one succeeds. */
export async function useCode(call: Call, key: string): Promise<Reply<null>> {
  const used = await call.db
    .prepare('DELETE FROM codes WHERE recipient_key = ? RETURNING recipient_key')
    .bind(key)
    .first()
  return used === null ? conflict(call.words('api.codeUsed')) : found(null)
}

async function keyOf({ config }: Call, { kind, to }: Recipient): Promise<string> {
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

function secondsFrom(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toISOString()
}
