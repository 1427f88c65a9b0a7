import { z } from 'zod'
import type { Customer } from './operations.ts'
import { readJsonColumn } from '../kit/db.ts'
import { secretID } from '../kit/tokens.shared.ts'
import type { BackendContext } from '../context.ts'
import { writeLetter } from '../messages/letter.ts'
import { insertMessage } from '../messages/outbox.ts'
import { prepare, readRow, sql } from '../kit/sql.ts'

export type CustomerAccount = Customer & { readonly passwordHash: string | null }
type CustomerRow = Omit<CustomerAccount, 'hasPassword' | 'scope'> & { readonly scope: string }

const columns = sql`id, email, password_hash AS passwordHash, scope, created_at AS createdAt`

export async function customerByEmail(
  db: D1Database,
  email: string,
): Promise<CustomerAccount | null> {
  const row = await readRow<CustomerRow>(db)`SELECT ${columns} FROM customers
    WHERE email = ${email}`
  return row && toAccount(row)
}

export async function customerByID(db: D1Database, id: string): Promise<CustomerAccount | null> {
  const row = await readRow<CustomerRow>(db)`SELECT ${columns} FROM customers WHERE id = ${id}`
  return row && toAccount(row)
}

/** SQL: the account exists. The person can be erased after the account was read. */
function hasAccount(id: string) {
  return sql`EXISTS (SELECT 1 FROM customers WHERE id = ${id})`
}

/** Returns a statement that replaces the password hash of an account. */
export function storePassword(
  db: D1Database,
  customerID: string,
  passwordHash: string,
): D1PreparedStatement {
  return prepare(db)`UPDATE customers SET password_hash = ${passwordHash} WHERE id = ${customerID}`
}

/** Replaces the hash of the same password. Returns false if the password has changed. */
export async function replaceHash(
  db: D1Database,
  { id, passwordHash }: CustomerAccount,
  replacement: string,
): Promise<boolean> {
  const { meta } = await prepare(db)`UPDATE customers SET password_hash = ${replacement}
    WHERE id = ${id} AND password_hash = ${passwordHash}`.run()
  return meta.changes === 1
}

function toAccount(row: CustomerRow): CustomerAccount {
  const scope = readJsonColumn('customers.scope', z.array(z.string()), row.scope)
  return { ...row, scope, hasPassword: row.passwordHash !== null }
}

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
