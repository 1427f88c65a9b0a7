import { z } from 'zod'
import { auditOf, type AuditEntry } from '../api/audit.ts'
import { versionOf } from '../api/perform-action.ts'
import { mayDo } from '../api/staff.ts'
import { oneLine } from '../kit/limits.shared.ts'
import { currencyPattern, type Currencies } from '../kit/money.shared.ts'
import { dayMs, timeAfter, timeBefore } from '../kit/time.shared.ts'
import { orderSubject } from '../messages/alerts.ts'
import { ActionNotice, invalidForm } from '../office/action-form.tsx'
import {
  ActionDetails,
  ActionPanel,
  defineAction,
  defineSubjectAction,
} from '../office/actions.tsx'
import { BackLink } from '../office/document.tsx'
import { InputFields, reasonInput, typedMinor, type Inputs } from '../office/fields.tsx'
import { HistoryPanel } from '../office/history.tsx'
import { FactList, OfficeSearch, TablePanel, WideTable } from '../office/lists.tsx'
import { csvOf, fileTime } from '../office/money-files.ts'
import { useOffice } from '../office/office-context.tsx'
import { resource, type OfficeScreen } from '../office/resource.tsx'
import { doneQuery, screen, searchText, subjectQuery } from '../office/routing.ts'
import { PlanTabs } from '../plans/office-plans.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { formatDate, formatTime } from '../words/formats.shared.ts'
import { settingsOf } from '../words/locales.shared.ts'
import { officeHref, officePages } from '../words/office-paths.ts'
import { href } from '../words/paths.shared.ts'
import {
  batchOf,
  batchOfVoucher,
  findListedVoucher,
  issueVouchers,
  knownCode,
  listVouchers,
  maxVoucherNote,
  mostIssued,
  voucherMovements,
  voucherRows,
  withdrawVoucher,
} from './vouchers-for-office.ts'
import type { ListedVoucher, VoucherMovement } from './vouchers-for-office.ts'

type VouchersSubject = { readonly currencies: Currencies }

/** The digits before the decimal point of a voucher's amount. */
const maxDigits = 7

const batchFields = z.object({
  count: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number)
    .refine((count) => count <= mostIssued),
  amount: z.string(),
  currency: z.string().regex(currencyPattern),
  until: z.union([
    z.literal('').transform(() => null),
    z.iso.date().transform((day) => timeAfter(new Date(day), dayMs)),
  ]),
  note: z.string().trim().max(maxVoucherNote).regex(oneLine),
})

/** Issues vouchers. Their codes are a file of their own, so that a lost download can be repeated. */
const issue = defineSubjectAction({
  name: 'issue-vouchers',
  isPossible: () => true,
  fields: ({ subject, ...props }) => (
    <div className="columns">
      <InputFields inputs={batchInputs(subject)} {...props} />
    </div>
  ),
  schemaFor: ({ currencies }: VouchersSubject) =>
    batchFields.transform(({ amount, until: endsAt, ...fields }, context) => {
      const { currency } = fields
      const minor = typedMinor(amount, currency, { maxDigits, isSigned: false })
      if (minor && currencies.includes(currency)) return { ...fields, minor, endsAt }
      context.addIssue({ code: 'custom', path: ['amount'] })
      return z.NEVER
    }),
  async run(context, person, input) {
    if (input.endsAt !== null && input.endsAt <= context.now)
      return invalidForm(new z.ZodError([{ code: 'custom', path: ['until'], message: '' }]))
    const batch = await batchOf(input.idempotencyKey)
    return issueVouchers(context, person, { ...input, batch })
  },
})

/** Serves the codes of a batch as a CSV file to those who may issue vouchers. */
export const voucherFile: OfficeScreen = (app) =>
  void app.get(
    officePages.voucherFile.path,
    ...screen({
      query: z.object({ batch: z.string().regex(/^[\da-f]{16}$/) }),
      async get(c, { batch }) {
        const { context, person, words } = c.var
        const rows = mayDo(person, 'issue-vouchers') ? await voucherRows(context, batch) : []
        if (rows.length === 0) return c.notFound()
        const heading = ['code', 'amount', 'currency', 'validUntil', 'link'] as const
        const lines = rows.map(({ code, decimal, currency, expiresAt }) => [
          code ?? '',
          { decimal },
          currency,
          expiresAt === null ? '' : fileTime(expiresAt),
          code === null ? '' : linkOf(context, code),
        ])
        const { decimalSeparator } = settingsOf(c.var.locale)
        const table = [heading.map((name) => words(`vouchers.${name}`)), ...lines]
        return c.body(csvOf(table, decimalSeparator), 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="vouchers-${batch}.csv"`,
        })
      },
    }),
  )

function batchInputs({ currencies }: VouchersSubject): Inputs {
  const schema = z.string()
  return {
    count: { schema, inputMode: 'numeric', isRequired: true, maxLength: 4, value: '1' },
    amount: { schema, inputMode: 'decimal', isRequired: true, maxLength: 12 },
    currency: {
      schema,
      kind: 'choice',
      isRequired: true,
      label: ({ words }) => words('vouchers.currency'),
      options: () => currencies.map((currency) => [currency, currency] as const),
    },
    until: { schema, type: 'date', isRequired: false },
    note: {
      schema,
      isRequired: false,
      maxLength: maxVoucherNote,
      hint: ({ words }) => words('vouchers.noteHint'),
    },
  }
}

/** Returns the URL that puts a code into the forms of the shop. */
function linkOf(
  { config, locale }: Pick<Parameters<typeof issue.run>[0], 'config' | 'locale'>,
  code: string,
): string {
  return `${config.SITE_ORIGIN}${href(locale, 'product')}?promo=${code}`
}

/** Shows vouchers with what is left of them, and the form that issues more. */
export const vouchersScreen = resource({
  page: 'vouchers',
  section: 'plans',
  query: doneQuery.extend({ q: searchText(maxVoucherNote) }),
  load: async ({ var: { context } }, { q }) => ({
    vouchers: await listVouchers(context, q),
    currencies: context.config.CURRENCIES,
  }),
  title: ({ words }) => words('vouchers.title'),
  View({ query: { q }, vouchers, currencies }) {
    const { words, may } = useOffice()
    return (
      <>
        <PlanTabs current="vouchers" />
        <h1>{words('vouchers.title')}</h1>
        <ActionNotice />
        {may('issue-vouchers') && (
          <section className="panel">
            <ActionDetails action={issue} subject={{ currencies }} version={0} />
            {q === '' && vouchers[0] && <FileLink id={vouchers[0].id} text="lastFile" />}
          </section>
        )}
        <OfficeSearch page="vouchers" query={q} maxLength={maxVoucherNote} />
        {vouchers.length === 0 ? (
          <p className="panel" role="status">
            {words(q === '' ? 'vouchers.none' : 'vouchers.nothing')}
          </p>
        ) : (
          <VoucherTable vouchers={vouchers} />
        )}
      </>
    )
  },
  forms: {
    actions: [issue],
    subject: async ({ var: { context } }): Promise<VouchersSubject> => ({
      currencies: context.config.CURRENCIES,
    }),
    href: (_, done) => officeHref('vouchers', { done }),
  },
})

function FileLink({ id, text }: { readonly id: string; readonly text: 'file' | 'lastFile' }) {
  const { words } = useOffice()
  return (
    <p>
      <a href={officeHref('voucherFile', { batch: batchOfVoucher(id) })}>
        {words(`vouchers.${text}`)}
      </a>
    </p>
  )
}

function VoucherTable({ vouchers }: { readonly vouchers: readonly ListedVoucher[] }) {
  const { words, money } = useOffice()
  return (
    <div className="panel">
      <WideTable
        name={words('vouchers.title')}
        rows={vouchers}
        keyOf={({ id }) => id}
        columns={[
          [
            words('vouchers.code'),
            ({ id, ending }) => <a href={officeHref('voucher', { id })}>…{ending}</a>,
          ],
          [words('vouchers.state'), (voucher) => <State {...voucher} />],
          [words('vouchers.note'), ({ note }) => note || '—'],
          [words('vouchers.issued'), ({ createdAt }) => formatTime(createdAt)],
          [words('vouchers.amount'), ({ amount }) => money(amount), 'number'],
          [words('vouchers.left'), ({ left }) => money(left), 'number'],
        ]}
      />
    </div>
  )
}

function State(voucher: ListedVoucher) {
  const { words, now } = useOffice()
  const state = stateOf(voucher, now)
  return <span className={`badge ${tones[state]}`}>{words(`vouchers.states.${state}`)}</span>
}

const tones = { open: 'good', used: '', expired: 'warn', withdrawn: 'bad' } as const

function stateOf({ left, expiresAt, withdrawnAt }: ListedVoucher, now: Date): keyof typeof tones {
  if (withdrawnAt !== null) return 'withdrawn'
  if (left.minor <= 0) return 'used'
  return expiresAt !== null && expiresAt <= now.toISOString() ? 'expired' : 'open'
}

const withdraw = defineAction({
  name: 'withdraw-voucher',
  isPossible: ({ withdrawnAt }: ListedVoucher) => withdrawnAt === null,
  inputs: { reason: reasonInput },
  run: async (context, person, input, { id }) => withdrawVoucher(context, person, { ...input, id }),
})

type VoucherPage = {
  readonly voucher: ListedVoucher
  readonly movements: readonly VoucherMovement[]
  readonly entries: readonly AuditEntry[]
  readonly version: number
  /** Null: CODE_PEPPER has changed since the voucher was issued. */
  readonly code: string | null
  readonly link: string
}

/** Shows a voucher, its orders, and a card to print. */
export const voucherScreen = resource({
  page: 'voucher',
  section: 'plans',
  query: subjectQuery,
  async load({ var: { context } }, { id }): Promise<VoucherPage | null> {
    const subject = { kind: 'voucher', id } as const
    const [voucher, movements, issued, changes, version] = await Promise.all([
      findListedVoucher(context, id),
      voucherMovements(context, id),
      auditOf(context, { kind: 'voucher', id: batchOfVoucher(id) }),
      auditOf(context, subject),
      versionOf(context.db, subject),
    ])
    if (voucher === null) return null
    const code = await knownCode(context.config, voucher)
    const link = code === null ? '' : linkOf(context, code)
    const entries = [...issued, ...changes]
    return { voucher, movements, entries, version: version ?? 0, code, link }
  },
  title: ({ words }, { voucher }) => `${words('vouchers.voucher')} …${voucher.ending}`,
  View({ voucher, movements, entries, version, code, link }) {
    const { words, money, may } = useOffice()
    const { ending, amount, left, reserved, note, createdAt, expiresAt } = voucher
    return (
      <>
        <BackLink to="plans" href={officeHref('vouchers')} page={words('vouchers.title')} />
        <h1>
          {words('vouchers.voucher')} …{ending} <State {...voucher} />
        </h1>
        <ActionNotice />
        <FactList
          isPanel
          facts={[
            [words('vouchers.amount'), money(amount)],
            [words('vouchers.left'), money(left)],
            [words('vouchers.reserved'), reserved.minor > 0 && money(reserved)],
            [words('vouchers.issued'), formatTime(createdAt)],
            [words('vouchers.validUntil'), expiresAt && lastDayOf(expiresAt)],
            [words('vouchers.note'), note],
          ]}
        />
        <Movements {...{ voucher, movements }} />
        <ActionPanel actions={[withdraw]} subject={voucher} version={version} />
        <HistoryPanel entries={entries} />
        {may('issue-vouchers') && code !== null && (
          <>
            <Card {...{ voucher, code, link }} />
            <FileLink id={voucher.id} text="file" />
          </>
        )}
      </>
    )
  },
  forms: {
    actions: [withdraw],
    subject: async ({ var: { context } }, { id }) => findListedVoucher(context, id),
    href: ({ id }, done) => officeHref('voucher', { id, done }),
  },
})

function Movements({ voucher, movements }: Pick<VoucherPage, 'voucher' | 'movements'>) {
  const { words, money } = useOffice()
  return (
    <TablePanel
      id="movements"
      heading={words('vouchers.movements')}
      empty={words('vouchers.noMovements')}
      rows={movements}
      keyOf={({ kind, invoiceID, at }) => `${kind} ${invoiceID} ${at}`}
      columns={[
        [words('vouchers.time'), ({ at }) => formatTime(at)],
        [words('vouchers.movement'), ({ kind }) => words(`vouchers.kinds.${kind}`)],
        [
          words('vouchers.order'),
          ({ invoiceID: id }) => <a href={officeHref('order', { id })}>{orderSubject.of(id)}</a>,
        ],
        [words('vouchers.amount'), ({ minor }) => money({ ...voucher.amount, minor }), 'number'],
      ]}
    />
  )
}

/** The card is all that the page prints. */
function Card({ voucher, code, link }: Pick<VoucherPage, 'voucher' | 'link'> & { code: string }) {
  const { words, money } = useOffice()
  const { amount, expiresAt } = voucher
  return (
    <section className="panel card" aria-labelledby="card">
      <h2 id="card">
        {words('vouchers.voucher')} {money(amount)}
      </h2>
      <QrCode text={link} label={words('vouchers.link')} />
      <p>
        <code>{code}</code>
      </p>
      <p>{words('vouchers.cardText', { site: new URL(link).host })}</p>
      {expiresAt !== null && <p>{`${words('vouchers.validUntil')}: ${lastDayOf(expiresAt)}`}</p>}
    </section>
  )
}

function lastDayOf(end: string): string {
  return formatDate(timeBefore(new Date(end), dayMs).toISOString())
}
