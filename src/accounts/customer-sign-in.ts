import type { InputOf } from '../operations.ts'
import type { Session } from '../api/common.ts'
import { knownBrowserName } from '../kit/visitor.ts'
import { ok } from '../kit/result.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import type { BackendContext } from '../context.ts'
import { refuse, type OperationResult } from '../api/operation-result.ts'
import { countActions } from '../api/rate-limit.ts'
import { logSecurity } from '../kit/log.ts'
import {
  isPasswordWithinLimits,
  hashPassword,
  isOldHash,
  isPassword,
  countPasswordAttempt,
  uncountPasswordAttempt,
} from './passwords.ts'
import { prepareSession } from './sessions.ts'
import { checkCode, signInWithCode } from './confirm-code.ts'
import { sendCode } from './send-code.ts'
import { isKnownBrowser, rememberBrowser, type Recipient } from './known-browsers.ts'
import { accountNotice, customerByEmail, customerByID, replaceHash } from './customers.ts'
import type { CustomerAccount } from './customers.ts'
import { prepare, sql } from '../kit/sql.ts'

export async function sendCustomerCode(
  context: BackendContext,
  { email, nonce }: InputOf<'customerCodeSend'>,
) {
  return sendCode(context, mailTo(email), nonce)
}

/**
 * Implements the strategy `localAuth`. If no account exists, the code stays valid for the
 * registration.
 */
export async function authByCode(
  context: BackendContext,
  { email, userAgent, ...proof }: InputOf<'customerAuth'>,
): Promise<OperationResult<Session>> {
  const { db, words } = context
  const check = await checkCode(context, mailTo(email), proof)
  if (!check.ok) return check
  if (!(await customerByEmail(db, email))) return refuse('no-account', words('api.noAccount'))
  return signInWithCode(context, mailTo(email), proof, { userAgent })
}

/**
 * Implements the strategy `registerConfirm`. Creates the account of a confirmed address, or signs
 * in to an existing account.
 */
export async function confirmRegistration(
  context: BackendContext,
  { email, userAgent, utm = {}, ...proof }: InputOf<'registerConfirm'>,
): Promise<OperationResult<Session>> {
  const { db, now } = context
  const check = await checkCode(context, mailTo(email), proof)
  if (!check.ok) return check
  const createAccount = prepare(db)`INSERT INTO customers (id, email, consented_at, created_at, utm)
    VALUES (${secretID()}, ${email}, ${now}, ${now}, ${JSON.stringify(utm)})
      ON CONFLICT (email) DO NOTHING`
  return signInWithCode(context, mailTo(email), proof, { userAgent, createAccount })
}

/** Implements the strategy `local`, for accounts with a password. */
export async function loginByPassword(
  context: BackendContext,
  { email, password, nonce, nextNonce, userAgent }: InputOf<'passwordLogin'>,
): Promise<OperationResult<Session>> {
  const { db, words } = context
  const isKnown = nonce !== undefined && (await isKnownBrowser(context, mailTo(email), nonce))
  if (!(await isPasswordWithinLimits(context, email, { nonce, isKnown })))
    return refuse('too-many-requests', words('api.tooManyPasswords'))
  if (!isKnown && !(await countPasswordAttempt(context)))
    return refuse('too-many-requests', words('api.passwordsClosed'))
  const customer = await customerByEmail(db, email)
  const isRight = await isPassword(password, customer?.passwordHash ?? null)
  const hash = customer && isRight ? await provenHash(db, customer, password) : null
  const session =
    hash === null ? null : await openUnlessChanged(context, { email, hash, userAgent })
  if (!session) {
    logSecurity({ event: 'sign-in-failed', by: 'password' })
    return refuse('wrong-password', words('api.passwordWrong'))
  }
  logSecurity({ event: 'signed-in', account: 'customer', by: 'password' })
  const remember =
    nonce === undefined ? [] : await rememberBrowser(context, mailTo(email), { nonce, nextNonce })
  const notice = isKnown || !customer ? [] : await noticeOf(context, customer, userAgent)
  const uncount = isKnown ? [] : [await uncountPasswordAttempt(context)]
  if (remember.length + uncount.length > 0) await db.batch([...remember, ...notice, ...uncount])
  return ok(session)
}

/** Each notice needs the right password. The limit protects the mailbox from somebody who has it. */
const noticesOfAccount = { action: 'sign-in-notice', perDay: 5 }

/**
 * Emails the customer about a sign-in by password in a new browser. A sign-in by code needs no
 * email, because the code came by email.
 */
async function noticeOf(
  context: BackendContext,
  account: CustomerAccount,
  userAgent: string | undefined,
): Promise<D1PreparedStatement[]> {
  const { config, words } = context
  if (!(await countActions(context, [{ limit: noticesOfAccount, subject: account.id }]))) return []
  const browser = knownBrowserName(userAgent ?? '') ?? words('account.sessionUnknown')
  const notice = {
    purpose: 'new-sign-in',
    heading: words('mail.newSignInSubject'),
    text: words('mail.newSignIn', { browser, email: config.SUPPORT_EMAIL }),
  } as const
  return [accountNotice(context, account, notice)]
}

/**
 * Returns the stored hash of a password that was right before, or null if the password has changed
 * since. Replaces an old hash.
 */
async function provenHash(db: D1Database, customer: CustomerAccount, password: string) {
  const { id, passwordHash } = customer
  if (passwordHash === null) return null
  if (isOldHash(passwordHash)) {
    const replacement = await hashPassword(password)
    if (await replaceHash(db, customer, replacement)) return replacement
  }
  const current = (await customerByID(db, id))?.passwordHash ?? null
  // A parallel sign-in can replace the old hash of the same password.
  const isSame = current === passwordHash || (await isPassword(password, current))
  return isSame ? current : null
}

type PasswordSignIn = {
  readonly email: string
  readonly hash: string
  readonly userAgent: string | undefined
}

/** Opens a session if the account still has the hash. A change of the password ends sessions. */
async function openUnlessChanged(
  context: BackendContext,
  { email, hash, userAgent }: PasswordSignIn,
): Promise<Session | null> {
  const { session, insert } = await prepareSession(context, {
    kind: 'customer',
    account: sql`SELECT id FROM customers WHERE email = ${email} AND password_hash = ${hash}`,
    userAgent,
  })
  const { meta } = await insert.run()
  return meta.changes === 1 ? session : null
}

function mailTo(email: string): Recipient {
  return { kind: 'mail', to: email }
}
