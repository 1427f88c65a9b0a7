import type { Currency } from '../kit/money.shared.ts'
import { prepareQuery, runBatch } from '../kit/db.ts'
import { amountRefundMail } from './refund-mails.ts'
import { reportedRefundMail } from './reported-refund-mail.ts'
import type { OrderMailContext } from './order-mails.ts'
import { manualProvider } from '../payments/payment-provider.ts'
import { keyOf } from './refund-keys.ts'

type ReturnedAmount = {
  readonly id: string
  readonly provider: string
  readonly minor: number
  readonly currency: Currency
  readonly since: string
  /** The time at which its credit note was issued. */
  readonly until: string
}

/**
 * Statements that email the customer about amounts that could have been a refund by the shop, or
 * could have made it after the provider refused it: the email about this refund would have been
 * about them too. Run them after this refund is accepted, refused or cancelled. Amounts that have
 * their email already get no second one, and amounts that can make a refused refund of lines wait.
 * @param since the time of this refund
 */
export async function withheldMails(
  context: OrderMailContext,
  invoiceID: string,
  since: string,
): Promise<readonly D1PreparedStatement[]> {
  const { db } = context
  const [reported, requested] = await runBatch(db, [
    prepareQuery<ReturnedAmount>(db, reportedSql, invoiceID, since),
    prepareQuery<ReturnedAmount>(db, requestedSql, invoiceID, since),
  ])
  const keys = Map.groupBy(requested.results, ({ id }) => keyOf(id))
  const mails = await Promise.all([
    ...reported.results.map(async (fact) =>
      reportedRefundMail(context, invoiceID, fact, {
        isNew: 'f.received_at = ?',
        params: [fact.since],
        table: { creditNotesFrom: fact.since, creditNotesUntil: fact.until },
      }),
    ),
    ...Array.from(keys, async ([key, parts]) => amountMailOf(context, invoiceID, key, parts)),
  ])
  return mails.flat()
}

async function amountMailOf(
  context: OrderMailContext,
  invoiceID: string,
  key: string,
  parts: readonly ReturnedAmount[],
): Promise<readonly D1PreparedStatement[]> {
  const [first] = parts
  if (first === undefined) return []
  const { since: returnedAt, currency } = first
  const minor = parts.reduce((sum, part) => sum + part.minor, 0)
  const creditNotesUntil = parts
    .map(({ until }) => until)
    .toSorted()
    .at(-1)
  const amount = { minor, currency }
  return amountRefundMail(context, { invoiceID, key, returnedAt, creditNotesUntil, amount })
}

/** SQL: the money since ?2 has made another refused refund, whose email was about it. */
const hasMadeOther = `EXISTS (SELECT 1 FROM refunds made WHERE made.invoice_id = ?1
  AND made.refused_at IS NOT NULL AND made.accepted_at >= ?2)`

const reportedSql = `SELECT id, provider, amount_minor AS minor, currency, received_at AS since,
    received_at AS until
  FROM payment_facts WHERE invoice_id = ?1 AND kind = 'refunded' AND provider <> '${manualProvider}'
    AND received_at >= ?2 AND NOT ${hasMadeOther}`

const requestedSql = `SELECT id, provider, amount_minor AS minor, currency, requested_at AS since,
    accepted_at AS until
  FROM refunds WHERE invoice_id = ?1 AND positions = '[]' AND accepted_at IS NOT NULL
    AND requested_at >= ?2 AND NOT ${hasMadeOther}
  ORDER BY id`
