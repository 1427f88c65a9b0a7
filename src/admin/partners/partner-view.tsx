import type { PartnerTransaction } from '../../partners/partners-for-office.ts'
import type { PartnerAction } from '../../api/staff.ts'
import { partnerCurrency } from '../../partners/available-balance.ts'
import { formatMoney, formatTime, formatTyped } from '../../words/formats.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { ActionNotice } from '../action-notice.tsx'
import { LabelledField } from '../labelled-field.tsx'
import { BackLink } from '../layout/back-link.tsx'
import { useOffice } from '../office.tsx'
import { ReasonField } from '../reason-field.tsx'
import { PartnerForm, rejectedOf } from './partner-form.tsx'
import { PartnerHistory } from './partner-history.tsx'
import type { PartnerViewProps } from './partner-view-props.ts'

export function PartnerView(props: PartnerViewProps) {
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
