import type { z } from 'zod'
import type { Customer, customerEsims, customerPassword } from '../../contract/customer.ts'
import type { EsimBalance } from '../../contract/purchase.ts'
import { ok } from '../../domain/result.ts'
import type { SessionContext } from '../context.ts'
import { esimsOfEmail } from '../esims/esims.ts'
import { done, refuse } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import type { ListPage } from '../paging.ts'
import { hashPassword } from '../sessions/passwords.ts'
import { endOtherSessions, endSession } from '../sessions/sessions.ts'
import { customerByID } from './customers.ts'
import type { CustomerAccount } from './customers.ts'

export async function profile(
  context: SessionContext,
): Promise<OperationResult<{ user: Customer }>> {
  const account = await accountOf(context)
  if (!account.ok) return account
  const { passwordHash: _, ...user } = account.value
  return ok({ user })
}

export async function logOut({ db, caller }: SessionContext) {
  await endSession(db, caller.sessionID)
  return done()
}

/**
 * Sets the password and ends the customer's other sessions: they may be on a lost phone.
 */
export async function setPassword(
  { db, caller }: SessionContext,
  { password }: z.output<typeof customerPassword.input>,
) {
  await db.batch([
    db
      .prepare('UPDATE customers SET password_hash = ? WHERE id = ?')
      .bind(await hashPassword(password), caller.subjectID),
    endOtherSessions(db, 'customer', caller),
  ])
  return done()
}

/** Lists eSIMs by the account's confirmed address, so orders made as a guest are included. */
export async function listCustomerEsims(
  context: SessionContext,
  query: z.output<typeof customerEsims.input>,
): Promise<OperationResult<ListPage<EsimBalance & { purchasedAt: string }>>> {
  const account = await accountOf(context)
  if (!account.ok) return account
  return ok(await esimsOfEmail(context, account.value.email, query))
}

async function accountOf({
  db,
  words,
  caller,
}: SessionContext): Promise<OperationResult<CustomerAccount>> {
  const account = await customerByID(db, caller.subjectID)
  return account ? ok(account) : refuse('unauthorized', words('api.signIn'))
}
