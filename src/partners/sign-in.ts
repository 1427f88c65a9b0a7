import type { InputOf } from '../operations.ts'
import type { Session } from '../api/common.ts'
import { secretID } from '../kit/tokens.shared.ts'
import type { BackendContext } from '../context.ts'
import { refuseFields, type OperationResult } from '../api/operation-result.ts'
import { checkCode, signInWithCode } from '../accounts/confirm-code.ts'
import { sendCode } from '../accounts/send-code.ts'
import { isSmsNumber } from '../accounts/sms-number.ts'
import { prepare } from '../kit/sql.ts'

export async function sendPartnerCode(
  context: BackendContext,
  { phone, nonce }: InputOf<'referrerCodeSend'>,
) {
  const { config, words } = context
  if (!(await isSmsNumber(config, phone)))
    return refuseFields('invalid-input', { phone: [words('api.phoneNotServed')] })
  return sendCode(context, { kind: 'sms', to: phone }, nonce)
}

export async function confirmPartner(
  context: BackendContext,
  { phone, userAgent, utm = {}, ...proof }: InputOf<'referrerConfirm'>,
): Promise<OperationResult<Session>> {
  const { db, now } = context
  const recipient = { kind: 'sms', to: phone } as const
  const check = await checkCode(context, recipient, proof)
  if (!check.ok) return check
  const createAccount = prepare(db)`INSERT INTO partners (id, phone, code, agreed_at, created_at,
      utm)
    VALUES (${secretID()}, ${phone}, ${newReferralCode()}, ${now}, ${now}, ${JSON.stringify(utm)})
      ON CONFLICT (phone) DO NOTHING`
  return signInWithCode(context, recipient, proof, { userAgent, createAccount })
}

/** Returns ten characters of Crockford's base32, which omits i, l, o and u. It is not secret. */
function newReferralCode(): string {
  const letters = '0123456789abcdefghjkmnpqrstvwxyz'
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return [...bytes].map((byte) => letters[byte % 32]).join('')
}
