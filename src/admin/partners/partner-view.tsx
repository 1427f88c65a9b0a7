import type { ReactNode } from 'react'
import type {
  PartnerForStaff,
  PartnerTransaction,
} from '../../backend/operations/partner-for-staff.ts'
import { mayDo } from '../../backend/operations/staff.ts'
import type { PartnerAction, StaffMember } from '../../backend/operations/staff.ts'
import { formatMoney, formatTime } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import { ActionFields, ActionNotice } from '../action-form.tsx'
import type { ActionFailure } from '../action-form.tsx'
import type { AdminWords } from '../admin-words.ts'
import { LabelledField } from '../labelled-field.tsx'
import { BackLink } from '../layout/back-link.tsx'
import { orderHref, partnerHref } from '../orders/hrefs.ts'
import { ReasonField } from '../reason-field.tsx'

type Props = {
  readonly locale: Locale
  readonly words: AdminWords
  readonly person: StaffMember
  readonly now: Date
  readonly partner: PartnerForStaff
  readonly done: string | null
  readonly failure: ActionFailure | null
}

export function PartnerView(props: Props) {
  const { locale, words, person, partner, done, failure } = props
  const facts = [
    [words('partners.balance'), formatMoney(locale, partner.balance)],
    [words('partners.available'), formatMoney(locale, partner.available)],
    [words('partners.code'), partner.code],
  ] as const
  return (
    <>
      <BackLink words={words} href="/admin/partners" page={words('sections.partners')} />
      <h1>{partner.phone}</h1>
      <ActionNotice words={words} done={done} failure={failure} />
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
      {mayDo(person, 'adjust') && <AdjustForm {...props} />}
    </>
  )
}

function Transaction(props: Props & { readonly transaction: PartnerTransaction }) {
  const { locale, words, person, transaction } = props
  const { type, amount, invoiceID, isOwnOrder, payoutDetails, createdAt } = transaction
  const isOpen =
    type === 'withdrawal' && transaction.paidAt === null && transaction.rejectedAt === null
  return (
    <li>
      <span>
        <b>{words(`partners.types.${type}`)}</b> {formatMoney(locale, amount)}{' '}
        {invoiceID !== null && <a href={orderHref(invoiceID)}>{words('partners.order')}</a>}{' '}
        {isOwnOrder && <span className="badge bad">{words('partners.ownOrder')}</span>}
      </span>
      <small>
        {formatTime(createdAt)}
        {payoutDetails !== null && ` · ${payoutDetails}`}
      </small>
      {isOpen && mayDo(person, 'approve') && <Decisions {...props} />}
    </li>
  )
}

/** An approved withdrawal can be marked as paid, another one approved. Both can be rejected. */
function Decisions(props: Props & { readonly transaction: PartnerTransaction }) {
  const { words, transaction } = props
  const isApproved = transaction.approvedAt !== null
  const next: PartnerAction = isApproved ? 'mark-paid' : 'approve'
  return (
    <div className="inline">
      <PartnerForm {...props} action={next}>
        <input type="hidden" name="withdrawalID" value={transaction.id} />
        <button className="button">
          {words(isApproved ? 'partners.markPaid' : 'partners.approve')}
        </button>
      </PartnerForm>
      <PartnerForm {...props} action="reject">
        <input type="hidden" name="withdrawalID" value={transaction.id} />
        <ReasonField words={words} label={words('partners.rejectReason')} />
        <button className="button quiet">{words('partners.reject')}</button>
      </PartnerForm>
    </div>
  )
}

function AdjustForm(props: Props) {
  const { words } = props
  return (
    <section className="panel" aria-labelledby="adjust">
      <h2 id="adjust">{words('partners.adjust')}</h2>
      <p className="soft">{words('partners.adjustText')}</p>
      <PartnerForm {...props} action="adjust">
        <LabelledField label={words('fields.amount')}>
          <input name="amount" placeholder="-12.50" required />
        </LabelledField>
        <ReasonField words={words} />
        <button className="button">{words('partners.adjustSubmit')}</button>
      </PartnerForm>
    </section>
  )
}

type PartnerFormProps = Props & {
  readonly action: PartnerAction
  readonly children: ReactNode
}

function PartnerForm({ partner, now, action, children }: PartnerFormProps) {
  return (
    <form method="post" action={partnerHref(partner.referrerID)} className="inline">
      <ActionFields action={action} version={partner.version} now={now} />
      {children}
    </form>
  )
}
