import type { InputOf, OutputOf } from '../operations.ts'
import type { Esim, EsimBalance, TravellerStep } from './operations.ts'
import { ok } from '../kit/result.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { operatorByIdent } from '../plans/places.ts'
import { tariffByID } from '../plans/plans.ts'
import { openAccountOf } from '../accounts/account.ts'
import type { BackendContext, SessionContext } from '../context.ts'
import { done, notFound, type OperationResult } from '../api/operation-result.ts'
import { pageOf, pageOfList, type ListPage } from '../kit/paging.ts'
import { countBrowsers } from '../messages/push.ts'
import {
  refuseBlocked,
  refuseReplaced,
  readEsim,
  selectEsims,
  toBalance,
  toEsim,
} from './esim-rows.ts'
import type { EsimRow } from './esim-rows.ts'
import { refreshTopUps, topUpsOnSale } from './top-ups.ts'
import { refreshUsage } from './usage.ts'
import { tryRefresh } from './ask-supplier.ts'
import { toPlan } from '../plans/plan-rows.ts'
import { prepare, raw, readRows, sql, type Sql } from '../kit/sql.ts'

/** Returns a purchased eSIM with its activation code. */
export async function esimByHash(
  context: BackendContext,
  { hash: esimHash, lang }: { hash: string; lang: Locale },
): Promise<OperationResult<{ data: Esim }>> {
  const { db } = context
  const row = await readEsim(db, esimHash, lang)
  if (!row) return notFound(context)
  // A replica may not have the plan yet.
  const plan = await tariffByID({ ...context, catalogue: db }, { lang, id: row.plan_id })
  if (!plan.ok) return plan
  return refuseBlocked(context, row) ?? ok({ data: toEsim(row, plan.value.data, context) })
}

/** Stores the last step that the traveller has ticked. An earlier step unticks the later steps. */
export async function setProgress(
  context: BackendContext,
  { hash: esimHash, step }: { hash: string; step: TravellerStep },
) {
  const { meta } = await prepare(context.db)`UPDATE esims SET traveller_step = ${step}
    WHERE esim_hash = ${esimHash}`.run()
  return meta.changes === 0 ? notFound(context) : done()
}

/** Returns the balance of an eSIM, refreshed from its supplier, or the contacts of an operator. */
export async function esimInfo(
  context: BackendContext,
  query: { hash?: string | undefined; operator?: string | undefined; lang: Locale },
): Promise<OperationResult<OutputOf<'esimInfo'>>> {
  const { hash: esimHash, lang } = query
  if (esimHash !== undefined)
    await Promise.all([
      tryRefresh('usage-refresh-failed', async () => refreshUsage(context, esimHash)),
      tryRefresh('top-ups-refresh-failed', async () => refreshTopUps(context, esimHash)),
    ])
  const row = esimHash === undefined ? null : await readEsim(context.db, esimHash, lang)
  if (esimHash !== undefined && !row) return notFound(context)
  const replaced = row && refuseReplaced(context, row)
  if (replaced) return replaced
  const ident = row?.operator_ident ?? query.operator
  const operator = ident === undefined ? null : await operatorByIdent(context.db, ident)
  if (!operator) return notFound(context)
  const { PUSH_PUBLIC_KEY: publicKey } = context.config
  const push =
    row && publicKey !== null
      ? { publicKey, browsers: await countBrowsers(context.db, row.esim_hash, publicKey) }
      : null
  return ok({ data: { operator, esim: row && toBalance(row, context), push } })
}

type EsimListItem = EsimBalance & { purchasedAt: string }

/** SQL: the address bought the eSIM `e` for itself, or got it as a gift. */
function isOwnedBy(email: string): Sql {
  return sql`e.esim_hash IN (
      SELECT own.esim_hash FROM esims own JOIN order_lines l
        ON l.order_id = own.order_id AND l.position = own.line_position
      WHERE own.email = ${email} AND l.recipient IS NULL
      UNION SELECT given.esim_hash FROM order_lines l JOIN esims given
        ON given.order_id = l.order_id AND given.line_position = l.position
      WHERE l.recipient = ${email})
    AND NOT e.is_replaced`
}

/** Lists eSIMs by the account's confirmed address, which includes guest orders. */
export async function listCustomerEsims(
  context: SessionContext,
  { lang, search_string, ...page }: InputOf<'customerEsims'>,
): Promise<OperationResult<ListPage<EsimListItem>>> {
  const account = await openAccountOf(context)
  if (!account.ok) return account
  const isTheirs = isOwnedBy(account.value.email)
  const list = sql`${raw(selectEsims(lang))} WHERE ${isTheirs}
    ORDER BY e.purchased_at DESC, e.esim_hash`
  const toItem = (row: EsimRow) => ({ ...toBalance(row, context), purchasedAt: row.purchased_at })
  const words = search_string.trim().toLowerCase()
  if (words === '') {
    const countSql = sql`SELECT 1 FROM esim_states e WHERE ${isTheirs}`
    return ok(
      await pageOf<EsimRow, EsimListItem>(context.db, page, { sql: list, countSql, toItem }),
    )
  }
  // SQLite ignores case for Latin letters only, so the search runs here.
  const results = await readRows<EsimRow>(context.db)`${list}`
  const isMatch = (row: EsimRow) =>
    row.iccid === words || toItem(row).tariff.placeTitle.toLowerCase().includes(words)
  return ok(pageOfList(results.filter(isMatch).map(toItem), page))
}

/** Returns the top-ups for an eSIM with their prices, or none when the eSIM cannot be topped up. */
export async function listTopUps(
  context: BackendContext,
  { hash, lang }: InputOf<'esimTopUps'>,
): Promise<OperationResult<OutputOf<'esimTopUps'>>> {
  const { db, words } = context
  await tryRefresh('top-ups-refresh-failed', async () => refreshTopUps(context, hash))
  const row = await readEsim(db, hash, lang)
  if (!row) return notFound(context)
  const blocked = refuseBlocked(context, row)
  if (blocked) return blocked
  const plan = toPlan(row, words)
  const onSale = await topUpsOnSale(context, hash, plan)
  const topUps = onSale.map(({ code, trafficMb, validityDays, prices }) => ({
    code,
    trafficMb,
    validityDays,
    prices,
  }))
  return ok({ data: { hash, tariff: plan, topUps } })
}
