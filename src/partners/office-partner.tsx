import { z } from 'zod'
import { auditOf, type AuditEntry } from '../api/audit.ts'
import { ActionNotice } from '../office/action-form.tsx'
import { ActionForm, defineAction } from '../office/actions.tsx'
import { BackLink } from '../office/document.tsx'
import { reasonInput, typedMinor } from '../office/fields.tsx'
import { HistoryPanel } from '../office/history.tsx'
import { FactList, Panel } from '../office/lists.tsx'
import { useOffice } from '../office/office-context.tsx'
import { resource } from '../office/resource.tsx'
import { subjectQuery } from '../office/routing.ts'
import { formatTime, formatTyped } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { partnerCurrency } from './available-balance.ts'
import {
  adjustBalance,
  approveWithdrawal,
  markWithdrawalPaid,
  rejectWithdrawal,
} from './decide-withdrawal.ts'
import {
  partnerForOffice,
  type PartnerForOffice,
  type PartnerTransaction,
} from './partners-for-office.ts'

const adjust = defineAction({
  name: 'adjust',
  inputs: {
    amount: {
      schema: z
        .string()
        .transform((typed) => typedMinor(typed, partnerCurrency, { maxDigits: 7, isSigned: true }))
        .pipe(z.int()),
      placeholder: ({ locale }) => formatTyped(locale, { minor: -1250, currency: partnerCurrency }),
    },
    reason: reasonInput,
  },
  run: async (
    context,
    person,
    { amount: amountMinor, ...input },
    { referrerID }: PartnerForOffice,
  ) => adjustBalance(context, person, { ...input, amountMinor, referrerID }),
})

const withdrawalID = { schema: z.string().min(1) }

/** Defines a decision that staff make without a reason. */
function decision<Name extends 'approve' | 'mark-paid'>(
  name: Name,
  decide: typeof approveWithdrawal,
) {
  return defineAction({
    name,
    inputs: { withdrawalID },
    run: async (context, person, input, { referrerID }: PartnerForOffice) =>
      decide(context, person, { ...input, referrerID }),
  })
}

const approve = decision('approve', approveWithdrawal)
const markPaid = decision('mark-paid', markWithdrawalPaid)

const reject = defineAction({
  name: 'reject',
  inputs: { withdrawalID, reason: reasonInput },
  run: async (context, person, input, { referrerID }: PartnerForOffice) =>
    rejectWithdrawal(context, person, { ...input, referrerID }),
})

export const partnerScreen = resource({
  page: 'partner',
  section: 'partners',
  query: subjectQuery,
  async load({ var: { context } }, { id }) {
    const partner = await partnerForOffice(context, id)
    if (!partner) return null
    const history = await auditOf(context, { kind: 'partner', id: partner.referrerID })
    return { partner, history }
  },
  title: (_, { partner }) => partner.phone,
  View: PartnerView,
  forms: {
    actions: [adjust, approve, markPaid, reject],
    subject: async ({ var: { context } }, { id }) => partnerForOffice(context, id),
    href: ({ id }, done) => officeHref('partner', { id, done }),
  },
})

type PartnerProps = { readonly partner: PartnerForOffice }

function PartnerView({ partner, history }: PartnerProps & { readonly history: AuditEntry[] }) {
  const { words, may } = useOffice()
  // The id of a withdrawal is long, and its amount is shown. Pages leave out unknown facts.
  const entries = history.map((entry) => ({
    ...entry,
    details: { ...entry.details, withdrawal: null },
  }))
  return (
    <>
      <BackLink to="partners" />
      <h1>{partner.phone}</h1>
      <ActionNotice />
      <PartnerFacts partner={partner} />
      <Panel id="transactions" heading={words('partners.transactions')}>
        <ul className="list">
          {partner.transactions.map((transaction) => (
            <Transaction key={transaction.id} partner={partner} transaction={transaction} />
          ))}
        </ul>
      </Panel>
      {may('adjust') && (
        <Panel id="adjust" heading={words('partners.adjust')} text={words('partners.adjustText')}>
          <ActionForm
            action={adjust}
            subject={partner}
            version={partner.version}
            className="inline"
            submit={words('partners.adjustSubmit')}
          />
        </Panel>
      )}
      {entries.length > 0 && <HistoryPanel entries={entries} />}
    </>
  )
}

function PartnerFacts({ partner: { balance, available, code } }: PartnerProps) {
  const { words, money } = useOffice()
  const facts = [
    [words('partners.balance'), money(balance)],
    [words('partners.available'), money(available)],
    [words('partners.code'), code],
  ] as const
  return (
    <FactList isPanel facts={facts.map(([name, value]) => [name, <b key={name}>{value}</b>])} />
  )
}

type TransactionProps = PartnerProps & { readonly transaction: PartnerTransaction }

function Transaction({ partner, transaction }: TransactionProps) {
  const { words, may, money, seesMoney } = useOffice()
  const { type, amount, invoiceID, isOwnOrder, payoutDetails, rejectionReason } = transaction
  const isOpen =
    type === 'withdrawal' && transaction.paidAt === null && transaction.rejectedAt === null
  return (
    <li>
      <span>
        <b>{words(`partners.types.${type}`)}</b> {money(amount)}{' '}
        {type === 'withdrawal' && <WithdrawalState {...transaction} />}{' '}
        {invoiceID !== null && (
          <a href={officeHref('order', { id: invoiceID })}>{words('partners.order')}</a>
        )}{' '}
        {isOwnOrder && <span className="badge bad">{words('partners.ownOrder')}</span>}
      </span>
      <small>
        {formatTime(transaction.createdAt)}
        {seesMoney && payoutDetails !== null && ` · ${payoutDetails}`}
        {rejectionReason !== null && ` · ${rejectionReason}`}{' '}
        {isOpen && transaction.hasNewDetails && (
          <span className="badge warn">{words('partners.newDetails')}</span>
        )}
      </small>
      {isOpen && may('approve') && <Decisions {...{ partner, transaction }} />}
    </li>
  )
}

function WithdrawalState({ paidAt, rejectedAt, approvedAt }: PartnerTransaction) {
  const { words } = useOffice()
  if (paidAt !== null) return <span className="badge good">{words('partners.states.paid')}</span>
  if (rejectedAt !== null)
    return <span className="badge bad">{words('partners.states.rejected')}</span>
  const state = approvedAt === null ? 'requested' : 'approved'
  return <span className="badge warn">{words(`partners.states.${state}`)}</span>
}

/**
 * Offers to approve a withdrawal, or to mark an approved withdrawal as paid. Both can be rejected.
 */
function Decisions({ partner, transaction }: TransactionProps) {
  const { words } = useOffice()
  const isApproved = transaction.approvedAt !== null
  const form = {
    subject: partner,
    version: partner.version,
    hidden: { withdrawalID: transaction.id },
    className: 'inline',
  } as const
  return (
    <div className="decisions">
      {isApproved ? (
        <ActionForm {...form} action={markPaid} submit={words('partners.markPaid')}>
          <p className="soft">{words('partners.markPaidText')}</p>
        </ActionForm>
      ) : (
        <ActionForm {...form} action={approve} submit={words('partners.approve')} />
      )}
      <ActionForm
        {...form}
        action={reject}
        labels={{ reason: words('partners.rejectReason') }}
        submit={words('partners.reject')}
        button="button final"
      />
    </div>
  )
}
