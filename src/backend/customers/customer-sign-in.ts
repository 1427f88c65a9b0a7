import type { z } from 'zod'
import type {
  customerAuth,
  customerCodeSend,
  passwordLogin,
  registerConfirm,
} from '../../contract/customer.ts'
import { secretID } from '../../domain/secret-id.ts'
import { conflict, found, tooMany, unauthorized } from '../context.ts'
import type { Call, Reply } from '../context.ts'
import { countWithin } from '../rate-limit.ts'
import { hmac } from '../hashing.ts'
import { checkCode, sendCode, useCode } from '../sessions/sign-in-codes.ts'
import { isPassword } from '../sessions/passwords.ts'
import { openSession } from '../sessions/sessions.ts'
import { customerByEmail } from './customers.ts'

type Opened = { sessionID: string; token: string }

/** Passwords tried for one address within an hour. */
const passwordTries = 10

export async function sendCustomerCode(
  call: Call,
  { email }: z.output<typeof customerCodeSend.input>,
) {
  return sendCode(call, { kind: 'mail', to: email })
}

/** Strategy localAuth. Without an account the code stays good, so that registering needs no second one. */
export async function authByCode(
  call: Call,
  { email, code }: z.output<typeof customerAuth.input>,
): Promise<Reply<Opened>> {
  const checked = await checkCode(call, { kind: 'mail', to: email }, code)
  if (!checked.ok) return checked
  const customer = await customerByEmail(call.db, email)
  if (!customer) return conflict(call.words('api.noAccount'))
  const used = await useCode(call, checked.value.key)
  return used.ok ? found(await openSession(call.db, 'customer', customer.id, call.now)) : used
}

/** Strategy registerConfirm: the account of a confirmed address, made once however many confirm at the same time. */
export async function confirmRegistration(
  call: Call,
  { email, code }: z.output<typeof registerConfirm.input>,
): Promise<Reply<Opened>> {
  const { db, now } = call
  const checked = await checkCode(call, { kind: 'mail', to: email }, code)
  if (!checked.ok) return checked
  const used = await useCode(call, checked.value.key)
  if (!used.ok) return used
  await db
    .prepare(
      `INSERT INTO customers (id, email, consented_at, created_at) VALUES (?1, ?2, ?3, ?3) ON CONFLICT (email) DO NOTHING`,
    )
    .bind(secretID(), email, now.toISOString())
    .run()
  const customer = await customerByEmail(db, email)
  if (!customer) throw new Error('a customer just written is not there')
  return found(await openSession(db, 'customer', customer.id, now))
}

/** Strategy local, for accounts that have a password. */
export async function loginByPassword(
  call: Call,
  { email, password }: z.output<typeof passwordLogin.input>,
): Promise<Reply<Opened>> {
  const { db, config, words, now } = call
  const key = await hmac(config.CODE_PEPPER, `password:${email}`)
  if (!(await countWithin(db, `password:${key}`, passwordTries, now)))
    return tooMany(words('api.tooManyTries'))
  const customer = await customerByEmail(db, email)
  const isRight = await isPassword(password, customer?.passwordHash ?? null)
  if (!customer || !isRight) return unauthorized(words('api.passwordWrong'))
  return found(await openSession(db, 'customer', customer.id, now))
}
