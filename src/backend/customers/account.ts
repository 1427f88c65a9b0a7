import type { z } from 'zod'
import type { Customer, customerEsims, customerPassword } from '../../contract/customer.ts'
import type { EsimBalance } from '../../contract/purchase.ts'
import { done, found, unauthorized } from '../context.ts'
import type { Reply, SignedCall } from '../context.ts'
import { esimsOfEmail } from '../esims/esims.ts'
import type { Paged } from '../paging.ts'
import { hashPassword } from '../sessions/passwords.ts'
import { endOtherSessions, endSession } from '../sessions/sessions.ts'
import { customerByID } from './customers.ts'
import type { Account } from './customers.ts'

export async function profile(call: SignedCall): Promise<Reply<{ user: Customer }>> {
  const account = await accountOf(call)
  if (!account.ok) return account
  const { passwordHash: _, ...user } = account.value
  return found({ user })
}

export async function logOut({ db, caller }: SignedCall) {
  await endSession(db, caller.sessionID)
  return done()
}

/** Ends the customer's other sessions: who sets a new password may have lost a phone. */
export async function setPassword(
  { db, caller }: SignedCall,
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

/** By the confirmed address, so what was ordered as a guest is here as well. */
export async function listCustomerEsims(
  call: SignedCall,
  asked: z.output<typeof customerEsims.input>,
): Promise<Reply<Paged<EsimBalance & { purchasedAt: string }>>> {
  const account = await accountOf(call)
  if (!account.ok) return account
  return found(await esimsOfEmail(call, account.value.email, asked))
}

async function accountOf({ db, words, caller }: SignedCall): Promise<Reply<Account>> {
  const account = await customerByID(db, caller.subjectID)
  return account ? found(account) : unauthorized(words('api.signIn'))
}
