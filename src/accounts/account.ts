import type { InputOf } from '../operations.ts'
import type { Customer } from './operations.ts'
import { ok } from '../kit/result.shared.ts'
import { logSecurity } from '../kit/log.ts'
import type { SessionContext } from '../context.ts'
import { done, refuse, refuseFields, type OperationResult } from '../api/operation-result.ts'
import { countActions } from '../api/rate-limit.ts'
import { isCommonPassword, isOwnWord, hashPassword } from './passwords.ts'
import { checkCode, useCode } from './confirm-code.ts'
import { endOtherSessions, isRecentSignIn } from './sessions.ts'
import { accountNotice, customerByID, storePassword, type CustomerAccount } from './customers.ts'

/** Each change hashes the password and sends an email. */
const ofAccount = { action: 'password-change', perHour: 10 }

export async function profile(
  context: SessionContext,
): Promise<OperationResult<{ user: Customer }>> {
  const account = await accountOf(context)
  if (!account.ok) return account
  const { passwordHash: _, ...user } = account.value
  return ok({ user })
}

/**
 * Ends the other sessions, because they may be on a lost phone. Requires a code or a sign-in within
 * the last ten minutes, so that a stolen session cannot take over the account.
 */
export async function setPassword(
  context: SessionContext,
  { password, ...proof }: InputOf<'customerPassword'>,
) {
  const { db, words, config, caller } = context
  const account = await openAccountOf(context)
  if (!account.ok) return account
  const { email } = account.value
  if (isOwnWord(password, config, email) || (await isCommonPassword(password)))
    return refuseFields('invalid-input', { password: [words('api.passwordCommon')] })
  const confirmation = await confirmIdentity(context, email, proof)
  if (!confirmation.ok) return confirmation
  if (!(await countActions(context, [{ limit: ofAccount, subject: caller.subjectID }])))
    return refuse('too-many-requests', words('api.tooManyTries'))
  await db.batch([
    storePassword(db, caller.subjectID, await hashPassword(password)),
    endOtherSessions(db, 'customer', caller),
    passwordNotice(context, account.value),
  ])
  logSecurity({ event: 'password-changed' })
  return done()
}

type Proof = { readonly code?: string | undefined; readonly nonce?: string | undefined }

async function confirmIdentity(
  context: SessionContext,
  email: string,
  { code, nonce }: Proof,
): Promise<OperationResult<null>> {
  const { words, caller, now } = context
  if (isRecentSignIn(caller.openedAt, now)) return ok(null)
  if (code === undefined || nonce === undefined)
    return refuse('confirmation-needed', words('api.confirmationNeeded'))
  const recipient = { kind: 'mail', to: email } as const
  const check = await checkCode(context, recipient, { code, nonce })
  // The sign-in has remembered this browser. Since then, a site on a subdomain may have planted the
  // nonce.
  return check.ok ? useCode(context, recipient, { nonce }) : check
}

/** Informs the account's owner, because somebody else may have changed the password. */
function passwordNotice(context: SessionContext, account: CustomerAccount): D1PreparedStatement {
  const { config, words } = context
  return accountNotice(context, account, {
    purpose: 'password-changed',
    heading: words('mail.passwordSubject'),
    text: words('mail.password', { email: config.SUPPORT_EMAIL }),
  })
}

/** Returns a refusal if the operator has closed the account. */
export async function openAccountOf(
  context: SessionContext,
): Promise<OperationResult<CustomerAccount>> {
  const account = await accountOf(context)
  if (!account.ok || account.value.scope.includes('esims')) return account
  return refuse('forbidden', context.words('api.accountClosed'))
}

async function accountOf({
  db,
  words,
  caller,
}: SessionContext): Promise<OperationResult<CustomerAccount>> {
  const account = await customerByID(db, caller.subjectID)
  return account ? ok(account) : refuse('unauthorized', words('api.signIn'))
}
