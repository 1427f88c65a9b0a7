import { secretID } from '../../domain/secret-id.ts'
import type { Locale } from '../../locale/locales.ts'
import { mailCopy } from '../esims/esim-copy.ts'
import type { EsimCopyRow } from '../esims/esim-copy.ts'
import { endPush } from '../push/push-subscriptions.ts'
import type { ActionContext } from './perform-action.ts'

type Renewal = {
  readonly lang: Locale
  /** The idempotency key of the action. */
  readonly key: string
  /** The new address of the eSIM. */
  readonly change: Partial<Pick<EsimCopyRow, 'email' | 'recipient'>>
}

/** Emails about an eSIM that were written for the earlier owner and contain the earlier link. */
const ownersMails = `purpose IN ('esim', 'esim-copy', 'usage', 'review', 'reminder')`

/**
 * Returns statements that replace the secret of an eSIM, and email the new link unless the eSIM is
 * refunded. The consent to emails ends, and unsent emails with the earlier link are deleted,
 * because the new address may belong to another person. The batch must begin with
 * `deferForeignKeys`.
 */
export function renewLink(
  context: ActionContext,
  esim: EsimCopyRow,
  { lang, key, change }: Renewal,
): D1PreparedStatement[] {
  const { db } = context
  const esimHash = secretID()
  const dedupeKey = `${esim.invoice_id}:${esim.line_position}:${key}`
  const renewed = { ...esim, ...change, esim_hash: esimHash }
  return [
    db
      .prepare(
        `DELETE FROM outbox WHERE invoice_id = ?1 AND recipient = ?2 AND sent_at IS NULL
          AND ${ownersMails} AND instr(body, ?3)`,
      )
      .bind(esim.invoice_id, esim.recipient ?? esim.email, esim.esim_hash),
    db
      .prepare(
        `UPDATE esims SET has_usage_mails = 0, has_review_mail = 0, review_mail_at = NULL,
          reminder_at = NULL
        WHERE esim_hash = ?`,
      )
      .bind(esim.esim_hash),
    // Browsers that subscribed with the old link must get no more push messages.
    ...endPush(db, esim.esim_hash),
    ...['esims', 'top_ups', 'top_up_offers'].map((table) =>
      db
        .prepare(`UPDATE ${table} SET esim_hash = ? WHERE esim_hash = ?`)
        .bind(esimHash, esim.esim_hash),
    ),
    ...(esim.is_refunded === 1 ? [] : [mailCopy(context, renewed, { lang, dedupeKey })]),
  ]
}

/** Checks foreign keys at commit, because `esims` changes before the rows that reference it. */
export function deferForeignKeys(db: D1Database): D1PreparedStatement {
  return db.prepare('PRAGMA defer_foreign_keys = on')
}
