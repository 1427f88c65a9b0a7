import type { z } from 'zod'
import type { referrerCodeSend, referrerConfirm } from '../../contract/referrer.ts'
import { secretID } from '../../domain/secret-id.ts'
import { done, found } from '../context.ts'
import type { Call, Reply, SignedCall } from '../context.ts'
import { checkCode, sendCode, useCode } from '../sessions/sign-in-codes.ts'
import { endSession, openSession } from '../sessions/sessions.ts'

export async function sendReferrerCode(
  call: Call,
  { phone }: z.output<typeof referrerCodeSend.input>,
) {
  return sendCode(call, { kind: 'sms', to: phone })
}

/** The account of a confirmed phone, made the first time; both agreements were given when the code was asked for. */
export async function confirmReferrer(
  call: Call,
  { phone, code }: z.output<typeof referrerConfirm.input>,
): Promise<Reply<{ sessionID: string; token: string }>> {
  const { db, now } = call
  const checked = await checkCode(call, { kind: 'sms', to: phone }, code)
  if (!checked.ok) return checked
  const used = await useCode(call, checked.value.key)
  if (!used.ok) return used
  await db
    .prepare(
      `INSERT INTO referrers (id, phone, code, agreed_at, created_at) VALUES (?1, ?2, ?3, ?4, ?4) ON CONFLICT (phone) DO NOTHING`,
    )
    .bind(secretID(), phone, linkCode(), now.toISOString())
    .run()
  const referrer = await db
    .prepare('SELECT id FROM referrers WHERE phone = ?')
    .bind(phone)
    .first<{ id: string }>()
  if (!referrer) throw new Error('a partner just written is not there')
  return found(await openSession(db, 'referrer', referrer.id, now))
}

export async function logOutReferrer({ db, caller }: SignedCall) {
  await endSession(db, caller.sessionID)
  return done()
}

/** Ten characters that are told apart when read aloud: not a secret, but hard to meet by chance (32¹⁰). */
function linkCode(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789a'
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return [...bytes].map((byte) => letters[byte % 32]).join('')
}
