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

/**
 * Returns statements that replace the secret of an eSIM, and email the new link unless the eSIM is
 * refunded. The batch must begin with `deferForeignKeys`.
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
