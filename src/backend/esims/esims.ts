import type { Operator } from '../../contract/catalogue.ts'
import type { Esim, EsimBalance } from '../../contract/purchase.ts'
import type { Locale } from '../../locale/locales.ts'
import { found, notFound } from '../context.ts'
import type { Call, Reply } from '../context.ts'
import { operatorByIdent } from '../catalogue/operators.ts'
import { hasStock, tariffColumns, tariffJoins, toTariff } from '../catalogue/tariff-rows.ts'
import type { TariffRow } from '../catalogue/tariff-rows.ts'
import { pageOf, pageOfList } from '../paging.ts'
import type { Page, Paged } from '../paging.ts'

type EsimRow = TariffRow & {
  hash: string
  iccid: string
  smdp_address: string
  matching_id: string
  confirmation_code: string | null
  mobile_number: string | null
  is_sample: number
  purchased_at: string
  activate_by: string
  first_used_at: string | null
  valid_until: string | null
  data_used_mb: number
  usage_as_of: string | null
}

/** A purchased eSIM with its activation code. */
export async function esimByHash(
  call: Call,
  asked: { hash: string; lang: Locale },
): Promise<Reply<{ data: Esim }>> {
  const row = await readEsim(call, asked)
  const operator = row && (await operatorByIdent(call.db, row.operator_ident))
  if (!row || !operator) return notFound(call)
  return found({ data: toEsim(row, operator, call) })
}

/** The balance of an eSIM, or the contacts of an operator. */
export async function esimInfo(
  call: Call,
  asked: { hash?: string | undefined; operator?: string | undefined; lang: Locale },
): Promise<Reply<{ data: { operator: Operator; esim: EsimBalance | null } }>> {
  const { hash, lang } = asked
  const row = hash === undefined ? null : await readEsim(call, { hash, lang })
  if (hash !== undefined && !row) return notFound(call)
  const ident = row?.operator_ident ?? asked.operator
  const operator = ident === undefined ? null : await operatorByIdent(call.db, ident)
  if (!operator) return notFound(call)
  return found({ data: { operator, esim: row && toBalance(row, call) } })
}

type Listed = EsimBalance & { purchasedAt: string }

/** Balances of what one address bought, newest first; the words looked for must be in the place's name or be the ICCID. */
export async function esimsOfEmail(
  call: Call,
  email: string,
  { lang, search_string, ...page }: Page & { lang: Locale },
): Promise<Paged<Listed>> {
  const sql = `${selectEsims(lang)} WHERE e.email = ? ORDER BY e.purchased_at DESC, e.hash`
  const toItem = (row: EsimRow) => ({ ...toBalance(row, call), purchasedAt: row.purchased_at })
  const wanted = search_string.trim().toLowerCase()
  if (wanted === '') {
    const countSql = 'SELECT 1 FROM esims WHERE email = ?'
    return pageOf<EsimRow, Listed>(call.db, page, { sql, countSql, params: [email], toItem })
  }
  // SQLite knows the case of Latin letters only, so the words are looked for here.
  const { results } = await call.db.prepare(sql).bind(email).all<EsimRow>()
  const isWanted = (row: EsimRow) =>
    row.iccid === wanted || toItem(row).tariff.placeTitle.toLowerCase().includes(wanted)
  return pageOfList(results.filter(isWanted).map(toItem), page)
}

async function readEsim(
  { db }: Call,
  { hash, lang }: { hash: string; lang: Locale },
): Promise<EsimRow | null> {
  return db
    .prepare(`${selectEsims(lang)} WHERE e.hash = ?`)
    .bind(hash)
    .first<EsimRow>()
}

function selectEsims(lang: Locale): string {
  return `SELECT ${tariffColumns(lang)}, ${hasStock} AS in_stock, e.hash, e.iccid, k.smdp_address, k.matching_id, k.confirmation_code,
      k.mobile_number, k.is_sample, e.purchased_at, e.activate_by, e.first_used_at, e.valid_until, e.data_used_mb, e.usage_as_of
    FROM esims e JOIN stock k ON k.iccid = e.iccid JOIN tariffs t ON t.id = e.tariff_id ${tariffJoins}`
}

function toEsim(row: EsimRow, operator: Operator, { words, now }: Call): Esim {
  const tariff = toTariff(row, words)
  return {
    hash: row.hash,
    status: statusOf(row, now),
    tariff,
    operator,
    countryTitle: row.country_title ?? tariff.placeTitle,
    mobileNumber: row.mobile_number,
    iccid: row.iccid,
    smdpAddress: row.smdp_address,
    matchingId: row.matching_id,
    confirmationCode: row.confirmation_code,
    isSample: row.is_sample === 1,
    dataLimitMb: row.traffic_mb,
    validityDays: row.validity_days,
    purchasedAt: row.purchased_at,
    activateBy: row.activate_by,
  }
}

function toBalance(row: EsimRow, { words, now }: Call): EsimBalance {
  return {
    hash: row.hash,
    tariff: toTariff(row, words),
    balance: {
      status: statusOf(row, now),
      dataUsedMb: row.data_used_mb,
      dataLimitMb: row.traffic_mb,
      usageAsOf: row.usage_as_of,
      validUntil: row.valid_until,
      activateBy: row.activate_by,
    },
  }
}

function statusOf(row: EsimRow, now: Date): Esim['status'] {
  const lastMoment = row.valid_until ?? row.activate_by
  if (now.getTime() > Date.parse(lastMoment)) return 'expired'
  if (row.traffic_mb !== null && row.data_used_mb >= row.traffic_mb) return 'finished'
  return row.first_used_at === null ? 'ready' : 'active'
}
