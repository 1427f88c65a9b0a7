import { z } from 'zod'
import type { ReactNode } from 'react'
import {
  adjustBalance,
  approveWithdrawal,
  markWithdrawalPaid,
  rejectWithdrawal,
} from './decide-withdrawal.ts'
import { auditOf } from '../api/audit.ts'
import type { AuditEntry } from '../api/audit.ts'
import { partnerForStaff } from './partners-for-office.ts'
import type { PartnerTransaction, PartnerForStaff } from './partners-for-office.ts'
import type { ActionInput, ActionResult } from '../api/perform-action.ts'
import { partnerCurrency } from './available-balance.ts'
import {
  actionForm,
  failureStatus,
  ActionNotice,
  ActionFields,
  FieldProblems,
} from '../office/action-form.tsx'
import { useOffice } from '../office/office.tsx'
import type { OfficeContext } from '../office/office.tsx'
import { showRefusal } from '../office/refusal.tsx'
import { renderPage, BackLink } from '../office/document.tsx'
import { officeHref } from '../words/office-paths.ts'
import { actionPost, screen, subjectQuery } from '../office/routing.ts'
import type { RejectedForm } from '../office/routing.ts'
import { reason, typedMinor, LabelledField, ReasonField } from '../office/fields.tsx'
import type { PartnerAction, Action } from '../api/staff.ts'
import { formatMoney, formatTime, formatTyped } from '../words/formats.shared.ts'
import { History } from '../office/history.tsx'

const amount = z
  .string()
  .transform((typed) => typedMinor(typed, partnerCurrency, { maxDigits: 7, isSigned: true }))
  .pipe(z.int())
const withdrawalID = z.string().min(1)

const partnerForm = z.discriminatedUnion('action', [
  actionForm.extend({ action: z.literal('adjust'), amount, reason }),
  actionForm.extend({ action: z.literal('reject'), withdrawalID, reason }),
  actionForm.extend({ action: z.enum(['approve', 'mark-paid']), withdrawalID }),
])

export const partnerPage = screen({ query: subjectQuery, get: showPartner })

export const partnerAction = actionPost({
  query: subjectQuery,
  form: partnerForm,
  isTyped: true,
  run: async (c, { query, form, input }) => act(c, form, { ...input, referrerID: query.id }),
  hrefAfter: ({ query, form }) => officeHref('partner', { id: query.id, done: form.action }),
  showAgain: showPartner,
})

async function showPartner(
  c: OfficeContext,
  { id, done }: z.output<typeof subjectQuery>,
  rejected: RejectedForm | null = null,
): Promise<Response> {
  const { context } = c.var
  const partner = await partnerForStaff(context, id)
  if (!partner) return showRefusal(c, 'notFound', 404)
  return renderPage(
    c,
    { title: partner.phone, section: 'partners' },
    <PartnerView
      partner={partner}
      history={await auditOf(context, { kind: 'partner', id: partner.referrerID })}
      done={done}
      rejected={rejected}
    />,
    rejected ? failureStatus[rejected.failure.code] : 200,
  )
}

async function act(
  { var: { context, person } }: OfficeContext,
  form: z.output<typeof partnerForm>,
  input: ActionInput & { readonly referrerID: string },
): Promise<ActionResult> {
  switch (form.action) {
    case 'adjust': {
      const { amount: amountMinor, reason: why } = form
      return adjustBalance(context, person, { ...input, amountMinor, reason: why })
    }
    case 'reject': {
      const { withdrawalID: id, reason: why } = form
      return rejectWithdrawal(context, person, { ...input, withdrawalID: id, reason: why })
    }
    case 'approve':
    case 'mark-paid': {
      const decide = form.action === 'approve' ? approveWithdrawal : markWithdrawalPaid
      return decide(context, person, { ...input, withdrawalID: form.withdrawalID })
    }
  }
}

function PartnerView(props: PartnerViewProps) {
  const { locale, words, may } = useOffice()
  const { partner, done, rejected } = props
  const facts = [
    [words('partners.balance'), formatMoney(locale, partner.balance)],
    [words('partners.available'), formatMoney(locale, partner.available)],
    [words('partners.code'), partner.code],
  ] as const
  return (
    <>
      <BackLink href={officeHref('partners')} page={words('sections.partners')} />
      <h1>{partner.phone}</h1>
      <ActionNotice done={done} failure={rejected?.failure ?? null} />
      <dl className="panel facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b>{value}</b>
            </dd>
          </div>
        ))}
      </dl>
      <section className="panel" aria-labelledby="transactions">
        <h2 id="transactions">{words('partners.transactions')}</h2>
        <ul className="list">
          {partner.transactions.map((transaction) => (
            <Transaction key={transaction.id} {...props} transaction={transaction} />
          ))}
        </ul>
      </section>
      {may('adjust') && <AdjustForm {...props} />}
      <PartnerHistory {...props} />
    </>
  )
}

function Transaction(props: PartnerViewProps & { readonly transaction: PartnerTransaction }) {
  const { locale, words, may } = useOffice()
  const { transaction } = props
  const { type, amount, invoiceID, isOwnOrder, payoutDetails, rejectionReason, createdAt } =
    transaction
  const isOpen =
    type === 'withdrawal' && transaction.paidAt === null && transaction.rejectedAt === null
  return (
    <li>
      <span>
        <b>{words(`partners.types.${type}`)}</b> {formatMoney(locale, amount)}{' '}
        {type === 'withdrawal' && <WithdrawalState transaction={transaction} />}{' '}
        {invoiceID !== null && (
          <a href={officeHref('order', { id: invoiceID })}>{words('partners.order')}</a>
        )}{' '}
        {isOwnOrder && <span className="badge bad">{words('partners.ownOrder')}</span>}
      </span>
      <small>
        {formatTime(createdAt)}
        {payoutDetails !== null && ` · ${payoutDetails}`}
        {rejectionReason !== null && ` · ${rejectionReason}`}{' '}
        {isOpen && transaction.hasNewDetails && (
          <span className="badge warn">{words('partners.newDetails')}</span>
        )}
      </small>
      {isOpen && may('approve') && <Decisions {...props} />}
    </li>
  )
}

type StateProps = { readonly transaction: PartnerTransaction }

function WithdrawalState({ transaction }: StateProps) {
  const { words } = useOffice()
  const { paidAt, rejectedAt, approvedAt } = transaction
  if (paidAt !== null) return <span className="badge good">{words('partners.states.paid')}</span>
  if (rejectedAt !== null)
    return <span className="badge bad">{words('partners.states.rejected')}</span>
  const state = approvedAt === null ? 'requested' : 'approved'
  return <span className="badge warn">{words(`partners.states.${state}`)}</span>
}

/**
 * Offers to approve a withdrawal, or to mark an approved withdrawal as paid. Both can be rejected.
 */
function Decisions(props: PartnerViewProps & { readonly transaction: PartnerTransaction }) {
  const { words } = useOffice()
  const { transaction } = props
  const rejection = rejectedOf(props, 'reject', transaction.id)
  const isApproved = transaction.approvedAt !== null
  const next: PartnerAction = isApproved ? 'mark-paid' : 'approve'
  return (
    <div className="decisions">
      <PartnerForm {...props} action={next} rejected={null}>
        <input type="hidden" name="withdrawalID" value={transaction.id} />
        <button className="button">
          {words(isApproved ? 'partners.markPaid' : 'partners.approve')}
        </button>
        {isApproved && <p className="soft">{words('partners.markPaidText')}</p>}
      </PartnerForm>
      <PartnerForm {...props} action="reject" rejected={rejection}>
        <input type="hidden" name="withdrawalID" value={transaction.id} />
        <ReasonField values={rejection?.fields ?? {}} label={words('partners.rejectReason')} />
        <button className="button final">{words('partners.reject')}</button>
      </PartnerForm>
    </div>
  )
}

function AdjustForm(props: PartnerViewProps) {
  const { locale, words } = useOffice()
  const rejected = rejectedOf(props, 'adjust')
  return (
    <section className="panel" aria-labelledby="adjust">
      <h2 id="adjust">{words('partners.adjust')}</h2>
      <p className="soft">{words('partners.adjustText')}</p>
      <PartnerForm {...props} action="adjust" rejected={rejected}>
        <LabelledField label={words('fields.amount')}>
          <input
            name="amount"
            placeholder={formatTyped(locale, { minor: -1250, currency: partnerCurrency })}
            defaultValue={rejected?.fields['amount']}
            required
          />
        </LabelledField>
        <ReasonField values={rejected?.fields ?? {}} />
        <button className="button">{words('partners.adjustSubmit')}</button>
      </PartnerForm>
    </section>
  )
}

type PartnerFormProps = PartnerViewProps & {
  readonly action: PartnerAction
  readonly children: ReactNode
}

/** Returns the rejected form if it was the form of this action and withdrawal. */
function rejectedOf({ rejected }: PartnerViewProps, action: PartnerAction, withdrawalID?: string) {
  const { fields } = rejected ?? {}
  const isSame = fields?.['action'] === action && fields['withdrawalID'] === withdrawalID
  return isSame ? rejected : null
}

function PartnerForm(props: PartnerFormProps) {
  const { partner, action, rejected, children } = props
  return (
    <form
      method="post"
      action={officeHref('partner', { id: partner.referrerID })}
      className="inline"
    >
      <ActionFields action={action} version={partner.version} />
      <FieldProblems failure={rejected?.failure ?? null}>{children}</FieldProblems>
    </form>
  )
}

/** Shows decisions and corrections by staff, with their reasons. */
function PartnerHistory({ history }: Pick<PartnerViewProps, 'history'>) {
  const { words } = useOffice()
  if (history.length === 0) return null
  // The id of a withdrawal is long, and its amount is shown. Pages leave out unknown facts.
  const entries = history.map((entry) => ({
    ...entry,
    details: { ...entry.details, withdrawal: null },
  }))
  return (
    <section className="panel" aria-labelledby="history">
      <h2 id="history">{words('plans.history')}</h2>
      <History entries={entries} />
    </section>
  )
}

type PartnerViewProps = {
  readonly partner: PartnerForStaff
  /** Decisions and corrections by staff, oldest first. */
  readonly history: readonly AuditEntry[]
  readonly done: Action | null
  readonly rejected: RejectedForm | null
}
