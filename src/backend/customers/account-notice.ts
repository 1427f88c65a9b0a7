import { secretID } from '../../domain/secret-id.ts'
import type { BackendContext } from '../context.ts'
import { writeLetter } from '../mail/letter-text.ts'
import { insertMessage } from '../mail/outbox.ts'
import { hasAccount } from './customers.ts'
import type { CustomerAccount } from './customers.ts'

type AccountNotice = {
  readonly purpose: 'new-sign-in' | 'password-changed'
  /** The subject of the email, and its heading. */
  readonly heading: string
  readonly text: string
}

/** Emails the owner of an account, unless the account is deleted in the meantime. */
export function accountNotice(
  { db, locale, now }: Pick<BackendContext, 'db' | 'locale' | 'now'>,
  { id, email }: CustomerAccount,
  { purpose, heading, text }: AccountNotice,
): D1PreparedStatement {
  const message = {
    kind: 'mail',
    purpose,
    dedupeKey: secretID(),
    recipient: email,
    subject: heading,
    ...writeLetter({ locale, heading, parts: [{ kind: 'text', text }] }),
    createdAt: now,
  } as const
  return insertMessage(db, message, hasAccount(id))
}
