import { z } from 'zod'
import { email } from '../api/common.ts'
import type { BackendContext } from '../context.ts'
import { erased } from '../kit/email.shared.ts'
import { decimalOf } from '../kit/money.shared.ts'
import { sql } from '../kit/sql.ts'
import { orderSubject } from '../messages/alerts.ts'
import { isOfCustomer, restoreOrders } from '../orders/archive.ts'
import { esimColumns } from '../esims/office-esims.tsx'
import { OrderTable } from '../orders/office-orders.tsx'
import { orderFilters } from '../orders/order-filters.ts'
import { EmailAddress } from '../ui/support-links.tsx'
import { formatTime } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { ActionNotice } from './action-form.tsx'
import { ActionPanel, defineAction } from './actions.tsx'
import {
  customerForOffice,
  customerMoney,
  findCustomers,
  moneyOfCustomer,
  type CustomerForOffice,
} from './customers.ts'
import { BackLink } from './document.tsx'
import { erasePerson } from './erase-person.ts'
import { dayFilters } from './list-rows.ts'
import { columnsOf, listScreen, recordExport } from './list.tsx'
import { Ago, FactList, TablePanel } from './lists.tsx'
import { fileTime } from './money-files.ts'
import { nameIn, useOffice, type Office, type OfficeWords } from './office-context.tsx'
import { exportPerson } from './person.ts'
import { resource } from './resource.tsx'
import { doneQuery } from './routing.ts'

type ListedCustomer = {
  readonly address: string
  readonly lastAt: string
  readonly orders: number
  readonly esims: number
  /** JSON. */
  readonly money: string
}

/** SQL: the last paid order of each customer. */
const lastOrders = sql`(SELECT i.email, i.paid_at AS last_at FROM orders i
  WHERE i.paid_at IS NOT NULL AND i.email <> ${erased} AND NOT EXISTS (
    SELECT 1 FROM orders later WHERE later.email = i.email
      AND (later.paid_at, later.id) > (i.paid_at, i.id))) c`

/** Shows the customers who paid last, or finds anybody whose address the shop knows. */
export const customersScreen = listScreen<ListedCustomer, ListedCustomer, object>({
  page: 'customers',
  section: 'customers',
  id: 'c.email',
  idOf: ({ address }) => address,
  filters: {
    ...dayFilters('c.last_at'),
    ...Object.fromEntries(
      (['plan', 'country', 'code'] as const).map((name) => [
        name,
        {
          where: (value: string) => sql`EXISTS (SELECT 1 FROM orders i
            WHERE i.email = c.email AND i.paid_at IS NOT NULL AND ${orderFilters[name](value)})`,
        },
      ]),
    ),
  },
  sorts: {
    newest: { first: 'highest' },
    oldest: { first: 'lowest' },
    address: { by: sql`c.email`, first: 'lowest' },
  },
  async source(context, { q }) {
    const columns = sql`c.email AS address, c.last_at AS lastAt, ${moneyOfCustomer} AS money,
      (SELECT count(*) FROM orders o WHERE o.email = c.email AND o.paid_at IS NOT NULL) AS orders,
      (SELECT count(*) FROM esims e WHERE e.email = c.email) AS esims`
    const source = { columns, where: sql`true`, time: sql`c.last_at` }
    if (q === '') return { ...source, from: lastOrders }
    const found = await findCustomers(context, q)
    const [only] = found
    if (only !== undefined && found.length === 1) return officeHref('customer', { email: only })
    const from = sql`(SELECT value AS email, coalesce(
        (SELECT max(o.paid_at) FROM orders o WHERE o.email = value), '') AS last_at
      FROM json_each(${JSON.stringify(found)})) c`
    return { ...source, from }
  },
  toRows: (_, rows) => rows,
  columns: [
    {
      name: (words) => words('orders.email'),
      cell: ({ address }) => <a href={officeHref('customer', { email: address })}>{address}</a>,
      text: ({ address }) => address,
    },
    {
      name: (words) => words('customers.last'),
      cell: ({ lastAt }) => (lastAt === '' ? '—' : <Ago time={lastAt} />),
      text: ({ lastAt }) => fileTime(lastAt),
    },
    ...(['orders', 'esims'] as const).map((name) => ({
      name: (words: Office['words']) => words(`customers.${name}`),
      cell: (row: ListedCustomer, { number }: Office) => number(row[name]),
      text: (row: ListedCustomer) => ({ decimal: String(row[name]) }),
      kind: 'number' as const,
    })),
    ...(['paid', 'back'] as const).map((name) => ({
      name: (words: Office['words']) => words(`customers.${name}`),
      cell: (row: ListedCustomer, office: Office) => moneyText(office, row, name),
      text: (row: ListedCustomer) =>
        customerMoney(row.money)
          .map((each) => `${decimalOf(each[name])} ${each[name].currency}`)
          .join(' + '),
      kind: 'number' as const,
      isMoney: true as const,
    })),
  ],
  load: async () => ({}),
})

function moneyText({ money }: Office, row: ListedCustomer, name: 'paid' | 'back'): string {
  return customerMoney(row.money)
    .filter((each) => each[name].minor > 0)
    .map((each) => money(each[name]))
    .join(' · ')
}

const customerAddress = z.string().trim().toLowerCase().pipe(email)
const customerQuery = doneQuery.extend({ email: customerAddress })

const exportAction = defineAction({
  name: 'export-person',
  async run(context, staff, _, { address }: CustomerForOffice) {
    const recorded = await recordExport(context, staff, 'export-person')
    return recorded.ok ? personFile(context, address) : recorded
  },
})

async function personFile(context: BackendContext, address: string): Promise<Response> {
  await restoreOrders(context, isOfCustomer(address))
  const data = await exportPerson(context, { kind: 'customer', address })
  return Response.json(data, {
    headers: { 'Content-Disposition': 'attachment; filename="customer.json"' },
  })
}

const eraseAction = defineAction({
  name: 'erase',
  inputsFor: ({ address }: CustomerForOffice) => ({
    confirmation: { schema: customerAddress.refine((typed) => typed === address) },
  }),
  run: async (context, staff, { confirmation, idempotencyKey }) =>
    erasePerson(context, staff, {
      person: { kind: 'customer', address: confirmation },
      idempotencyKey,
    }),
})

const customerActions = [exportAction, eraseAction]

/** Shows everything about a customer, and the forms to export and erase it. */
export const customerScreen = resource({
  page: 'customer',
  section: 'customers',
  query: customerQuery,
  async load({ var: { context } }, { email: address, done }) {
    const customer = await customerForOffice(context, address)
    // An erased customer has no page.
    return customer ?? (done === 'erase' ? customerOfNothing(address) : null)
  },
  title: (_, { address }) => address,
  View: CustomerView,
  forms: {
    actions: customerActions,
    subject: async ({ var: { context } }, { email: address }) =>
      (await customerForOffice(context, address)) ?? customerOfNothing(address),
    href: ({ email: address }, done) => officeHref('customer', { email: address, done }),
  },
})

function customerOfNothing(address: string): CustomerForOffice {
  const orders = { orders: [], next: null }
  const none = { money: [], esims: [], messages: [], stockAlerts: [], notes: [] }
  return { ...none, address, account: null, orders }
}

function CustomerView(customer: CustomerForOffice) {
  const { words, money, seesMoney } = useOffice()
  const { address, account, orders } = customer
  const sums = (name: 'paid' | 'back') =>
    seesMoney && customer.money.map((each) => money(each[name])).join(' · ')
  const waits = customer.stockAlerts.map(({ title, at }) =>
    words('customers.waitsSince', { title, time: formatTime(at) }),
  )
  return (
    <>
      <BackLink to="customers" />
      <h1>
        <EmailAddress email={address} />
      </h1>
      <ActionNotice />
      <FactList
        isPanel
        facts={[
          [words('customers.paid'), sums('paid')],
          [words('customers.back'), sums('back')],
          [words('customers.account'), account && formatTime(account.createdAt)],
          [words('customers.consented'), account && formatTime(account.consentedAt)],
          [words('customers.waitsFor'), waits.join(' · ')],
        ]}
      />
      {orders.orders.length > 0 && (
        <OrderTable orders={orders.orders} caption={words('orders.newestFirst')} />
      )}
      {orders.next !== null && (
        <p>
          <a href={officeHref('orders', { q: address })}>{words('customers.allOrders')}</a>
        </p>
      )}
      <EsimTable esims={customer.esims} />
      <MessageTable messages={customer.messages} />
      <NoteTable notes={customer.notes} />
      <ActionPanel subject={customer} version={0} actions={customerActions} />
    </>
  )
}

function EsimTable({ esims }: Pick<CustomerForOffice, 'esims'>) {
  const office = useOffice()
  const { words } = office
  return (
    <TablePanel
      id="esims"
      heading={words('customers.esims')}
      empty={words('customers.none')}
      rows={esims}
      keyOf={({ iccid }) => iccid}
      columns={[
        ...columnsOf(esimColumns, office),
        [words('customers.consents'), (esim) => consentsOf(words, esim)],
      ]}
    />
  )
}

function consentsOf(words: OfficeWords, { consents }: { readonly consents: string }): string {
  if (consents === '') return '—'
  const names = consents.split(' ')
  return names.map((name) => nameIn(words, 'consents', name)).join(', ')
}

function MessageTable({ messages }: Pick<CustomerForOffice, 'messages'>) {
  const { words } = useOffice()
  return (
    <TablePanel
      id="messages"
      heading={words('sections.messages')}
      empty={words('customers.none')}
      rows={messages}
      keyOf={({ id }) => id}
      columns={[
        [
          words('customers.message'),
          ({ id, purpose, isTheirs }) => {
            const name = nameIn(words, 'purposes', purpose)
            return isTheirs === 1 ? <a href={officeHref('message', { id })}>{name}</a> : name
          },
        ],
        [words('customers.at'), ({ at }) => <Ago time={at} />],
        [words('orders.status'), ({ state }) => words(`messageStates.${state}`)],
      ]}
    />
  )
}

function NoteTable({ notes }: Pick<CustomerForOffice, 'notes'>) {
  const { words } = useOffice()
  return (
    <TablePanel
      id="notes"
      heading={words('customers.notes')}
      text={words('customers.notesText')}
      empty={words('customers.none')}
      rows={notes}
      keyOf={({ id }) => id}
      columns={[
        [
          words('money.columns.order'),
          ({ invoiceID }) => (
            <a href={officeHref('order', { id: invoiceID })}>{orderSubject.of(invoiceID)}</a>
          ),
        ],
        [words('timeline.note'), ({ text }) => text],
        [words('customers.by'), ({ staff }) => staff],
        [words('customers.at'), ({ at }) => <Ago time={at} />],
      ]}
    />
  )
}
