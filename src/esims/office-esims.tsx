import type { BackendContext } from '../context.ts'
import { raw, sql } from '../kit/sql.ts'
import { readLine } from '../kit/typed.shared.ts'
import { dayFilters, type ListRows } from '../office/list-rows.ts'
import { listScreen, type ListColumn } from '../office/list.tsx'
import { fileTime } from '../office/money-files.ts'
import { esimUses } from '../office/operations.ts'
import { OrderTabs, customerOf, saleFilters } from '../orders/office-orders.tsx'
import { isOfCountry } from '../orders/order-filters.ts'
import { ordersNamed } from '../orders/search-orders.ts'
import { plansByID } from '../plans/plan-rows.ts'
import { dataAmount, formatDate } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { planName } from '../words/plan-words.ts'

type StoredEsim = {
  readonly iccid: string
  readonly invoiceID: string
  readonly email: string
  readonly tariffID: string
  readonly purchasedAt: string
  readonly firstUsedAt: string | null
  readonly usedMb: number
  readonly validUntil: string | null
}

/** An eSIM with the name of its plan. */
export type ListedEsim = StoredEsim & { readonly title: string }

/** SQL: the columns of `StoredEsim`. */
export const esimSql = sql`iccid, order_id AS invoiceID, email, plan_id AS tariffID,
  purchased_at AS purchasedAt, first_used_at AS firstUsedAt, data_used_mb AS usedMb,
  valid_until AS validUntil`

export async function toListedEsims<Esim extends StoredEsim>(
  { db, locale, words }: Pick<BackendContext, 'db' | 'locale' | 'words'>,
  esims: readonly Esim[],
): Promise<(Esim & ListedEsim)[]> {
  const ids = new Set(esims.map(({ tariffID }) => tariffID))
  const plans = await plansByID(db, [...ids], locale, words)
  return esims.map((esim) => {
    const plan = plans.get(esim.tariffID)
    return { ...esim, title: plan ? planName({ locale, words }, plan) : esim.tariffID }
  })
}

export const esimColumns: readonly ListColumn<ListedEsim>[] = [
  {
    name: (words) => words('order.esim'),
    cell: ({ iccid, invoiceID }) => (
      <a href={officeHref('order', { id: invoiceID })}>
        <code>{iccid}</code>
      </a>
    ),
    text: ({ iccid }) => iccid,
  },
  {
    name: (words) => words('order.plan'),
    cell: ({ title }) => title,
    text: ({ tariffID }) => tariffID,
  },
  {
    name: (words) => words('customers.bought'),
    cell: ({ purchasedAt }) => formatDate(purchasedAt),
    text: ({ purchasedAt }) => fileTime(purchasedAt),
  },
  {
    name: (words) => words('order.used'),
    cell: ({ firstUsedAt, usedMb }, { words, locale }) =>
      firstUsedAt === null ? words('order.unused') : dataAmount(locale, usedMb).join('\u00A0'),
  },
  {
    name: (words) => words('usage.first-used'),
    text: ({ firstUsedAt }) => fileTime(firstUsedAt ?? ''),
  },
  {
    name: (words) => words('details.megabytes'),
    text: ({ usedMb }) => ({ decimal: String(usedMb) }),
  },
  {
    name: (words) => words('customers.validUntil'),
    cell: ({ validUntil }) => formatDate(validUntil),
    text: ({ validUntil }) => fileTime(validUntil ?? ''),
  },
]

/** SQL: the state of an eSIM, by its first use and the end of its days. */
const stateSql = (now: Date) => sql`CASE WHEN first_used_at IS NULL THEN 'unused'
  WHEN valid_until < ${now} THEN 'ended' ELSE 'used' END`

/** The eSIMs that were delivered, newest first. */
export const esimRows = {
  page: 'esims',
  id: 'iccid',
  idOf: ({ iccid }) => iccid,
  filters: {
    state: {
      options: esimUses,
      names: 'esimStates',
      where: (state, now) => sql`${stateSql(now)} = ${state}`,
    },
    ...dayFilters('purchased_at'),
    plan: { where: (plan) => sql`plan_id = ${plan}` },
    country: { where: (country) => isOfCountry(raw('esims.plan_id'), country) },
    supplier: {
      ...saleFilters.supplier,
      where: (supplier) => sql`EXISTS (SELECT 1 FROM purchases b
        WHERE b.iccid = esims.iccid AND b.supplier = ${supplier})`,
    },
  },
  sorts: { newest: { first: 'highest' }, oldest: { first: 'lowest' } },
  source: (_, { q }) => ({
    columns: esimSql,
    from: sql`esims`,
    where: q === '' ? sql`purchased_at > ''` : sql`order_id IN (${ordersNamed(readLine(q))})`,
    time: sql`purchased_at`,
  }),
  toRows: toListedEsims,
} as const satisfies ListRows<ListedEsim, StoredEsim>

export const esimsScreen = listScreen<ListedEsim, StoredEsim, object>({
  ...esimRows,
  section: 'orders',
  columns: [
    ...esimColumns,
    {
      name: (words) => words('orders.email'),
      cell: ({ email }, { words }) => customerOf(words, email),
      text: ({ email }, words) => customerOf(words, email),
    },
  ],
  load: async () => ({}),
  Above: () => <OrderTabs current="esims" />,
})
