import { ok } from '../kit/result.shared.ts'
import {
  codeLifetime,
  longCodeLength,
  resendPause,
  signInCodeLength,
} from '../kit/limits.shared.ts'
import { timeAfter } from '../kit/time.shared.ts'
import type { BackendContext } from '../context.ts'
import { hmac } from '../kit/crypto.ts'
import { writeLetter } from '../messages/letter.ts'
import { insertMessage } from '../messages/outbox.ts'
import { refuse, type OperationResult } from '../api/operation-result.ts'
import { isCodeWithinLimits } from './code-limits.ts'
import { isKnownBrowser, type Recipient } from './known-browsers.ts'
import { areCodesGuessed } from './wrong-codes.ts'
import { prepare, readRow } from '../kit/sql.ts'

type CodeReceipt = { data: { resendAfter: number; expiresIn: number } }

/**
 * Sends a sign-in code by email or SMS. The code works only in the browser of the nonce, so
 * strangers who know the address can neither replace nor use up the owner's code. Within a minute
 * of the browser's last code, it sends nothing and returns the remaining time, so that a form
 * submitted twice sends one message. The answer is the same whether or not an account exists.
 */
export async function sendCode(
  context: BackendContext,
  recipient: Recipient,
  nonce: string,
): Promise<OperationResult<CodeReceipt>> {
  const key = await codeKey(context, recipient, nonce)
  if (!(await claim(context, key)))
    return ok({ data: { resendAfter: await secondsToWait(context, key), expiresIn: codeLifetime } })
  const isKnown = await isKnownBrowser(context, recipient, nonce)
  if (!(await isCodeWithinLimits(context, recipient, { nonce, isKnown }))) {
    await release(context, key)
    return refuse('too-many-requests', context.words('api.tooManyCodes'))
  }
  const isLong = !isKnown && (await areCodesGuessed(context))
  const code = newSignInCode(isLong ? longCodeLength : signInCodeLength)
  await context.db.batch([
    await storeCode(context, key, code),
    insertCodeMessage(context, recipient, key, code),
  ])
  return ok({ data: { resendAfter: resendPause, expiresIn: codeLifetime } })
}

/** Returns the key of a code, a keyed hash of its recipient and of the browser's nonce. */
export async function codeKey(
  { config }: BackendContext,
  { kind, to }: Recipient,
  nonce: string,
): Promise<string> {
  return hmac(config.CODE_PEPPER, `${kind}:${to}:${nonce}`)
}

/**
 * Claims the next message to a browser. Returns false within a minute of the last message. Only
 * one of several concurrent requests succeeds. The previous code stays valid, because a limit may
 * still refuse the new code.
 */
async function claim({ db, now }: BackendContext, key: string): Promise<boolean> {
  const row = await readRow(db)`INSERT INTO challenges (key, secret_hash, attempts, sent_at,
      expires_at)
    VALUES (${key}, '', 0, ${now}, ${now})
    ON CONFLICT (key) DO UPDATE SET sent_at = ${now}
      WHERE sent_at <= ${secondsFrom(now, -resendPause).toISOString()}
    RETURNING key`
  return row !== null
}

/** Undoes a claim if no code was sent. */
async function release({ db, now }: BackendContext, key: string): Promise<void> {
  await db.batch([
    prepare(db)`DELETE FROM challenges WHERE key = ${key} AND secret_hash = ''`,
    prepare(db)`UPDATE challenges SET sent_at = ${secondsFrom(now, -resendPause).toISOString()}
      WHERE key = ${key}`,
  ])
}

/** Replaces the browser's previous code. */
async function storeCode({ db, config, now }: BackendContext, key: string, code: string) {
  return prepare(db)`UPDATE challenges SET secret_hash =
      ${await hmac(config.CODE_PEPPER, `${key}:${code}`)}, attempts = 0,
      expires_at = ${secondsFrom(now, codeLifetime).toISOString()}
    WHERE key = ${key}`
}

function insertCodeMessage(
  context: BackendContext,
  recipient: Recipient,
  key: string,
  code: string,
): D1PreparedStatement {
  const { db, now } = context
  return insertMessage(db, {
    ...(recipient.kind === 'mail' ? codeMail(context, code) : codeSms(context, code)),
    purpose: 'sign-in-code',
    dedupeKey: `${key}:${now.toISOString()}`,
    recipient: recipient.to,
    createdAt: now,
    // An expired code would only confuse its recipient.
    expiresAt: secondsFrom(now, codeLifetime),
  })
}

function codeMail({ words, locale }: BackendContext, code: string) {
  const letter = writeLetter({
    locale,
    heading: words('mail.codeHeading'),
    parts: [
      { kind: 'code', text: code },
      { kind: 'text', text: words('mail.code') },
    ],
  })
  return { kind: 'mail', subject: words('mail.codeSubject', { code }), ...letter } as const
}

function codeSms({ words, config }: BackendContext, code: string) {
  const body = words('mail.codeSms', { code, brand: config.BRAND_NAME })
  return { kind: 'sms', subject: '', body } as const
}

async function secondsToWait({ db, now }: BackendContext, key: string): Promise<number> {
  const last = await readRow<{ sent_at: string }>(db)`SELECT sent_at FROM challenges
    WHERE key = ${key}`
  const passed = last ? (now.getTime() - Date.parse(last.sent_at)) / 1000 : 0
  return Math.max(0, Math.ceil(resendPause - passed))
}

/** Returns a random code. Every code is equally likely. */
function newSignInCode(length: number): string {
  const codes = 10 ** length
  // Numbers from the last, incomplete block would make low codes more likely, so draw again.
  const bound = 2 ** 32 - (2 ** 32 % codes)
  for (;;) {
    const [number = bound] = crypto.getRandomValues(new Uint32Array(1))
    if (number < bound) return String(number % codes).padStart(length, '0')
  }
}

function secondsFrom(now: Date, seconds: number): Date {
  return timeAfter(now, seconds * 1000)
}
