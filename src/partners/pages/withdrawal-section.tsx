import { withdrawalForm, withdrawalFormTexts } from '../withdrawal-form.shared.tsx'
import type { WithdrawalFormProps, WithdrawalValues } from '../withdrawal-form.shared.tsx'
import type { Partner, Transaction } from '../operations.ts'
import type { FormErrors } from '../../ui/form-errors.shared.ts'
import { Notice } from '../../ui/lists.tsx'
import { formatDate, formatMoney } from '../../words/formats.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { textsOf } from '../../words/texts.shared.ts'
import { HydratedForm } from '../../ui/hydrated-form.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { useSite, type Site } from '../../ui/site.tsx'
import { dayMs } from '../../kit/time.shared.ts'

type Props = {
  readonly account: Partner
  readonly form: WithdrawalFormProps
  /** The partner has just requested a withdrawal. */
  readonly isWithdrawn: boolean
}

export function WithdrawalSection({ account, form, isWithdrawn }: Props) {
  const { locale, words } = useSite()
  const { available, minimumWithdrawal, withdrawalsOpen } = account
  const isPossible = withdrawalsOpen && available.minor >= minimumWithdrawal.minor
  if (form.errors && !isPossible) return <HydratedForm form={withdrawalForm} props={form} />
  if (!withdrawalsOpen) return <Notice text={words('api.withdrawalsClosed')} />
  if (!isPossible) return <MissingAmount account={account} isWithdrawn={isWithdrawn} />
  return (
    <>
      {isWithdrawn && <Notice role="status" text={words('partner.withdrawn')} />}
      <p>{words('partner.withdrawText', { amount: formatMoney(locale, available) })}</p>
      <HydratedForm form={withdrawalForm} props={form} />
    </>
  )
}

/** Shows why nothing can be withdrawn yet, and a button that opens the reason in a dialog. */
function MissingAmount({ account, isWithdrawn }: Pick<Props, 'account' | 'isWithdrawn'>) {
  const { locale, words } = useSite()
  const { balance, available, availableFrom, requested, minimumWithdrawal } = account
  const missing = minimumWithdrawal.minor - available.minor
  const onHold = balance.minor - available.minor
  const amounts = { requested: requested.minor, onHold, missing }
  const reason = requested.minor > 0 ? 'requested' : onHold > 0 ? 'onHold' : 'missing'
  const isTooLow = requested.minor === 0 && balance.minor < minimumWithdrawal.minor
  const amount = formatMoney(locale, { ...available, minor: amounts[reason] })
  return (
    <>
      <div
        id="missing"
        className="notice progress"
        role={isWithdrawn && reason === 'requested' ? 'status' : undefined}
      >
        <h3>{words(`partner.${reason}Title`)}</h3>
        {isTooLow && <MinimumProgress account={account} />}
        <p>
          {words(`partner.${reason}`, { amount })}
          {reason === 'onHold' &&
            availableFrom !== null &&
            ` ${words('partner.onHoldUntil', { date: formatDate(availableFrom) })}`}
        </p>
      </div>
      <p>
        <a className="button quiet" href="#missing" data-dialog="missing">
          {words('partner.withdraw')}
        </a>
      </p>
    </>
  )
}

function MinimumProgress({ account: { available, minimumWithdrawal } }: Pick<Props, 'account'>) {
  const { locale, words } = useSite()
  const minimum = formatMoney(locale, minimumWithdrawal)
  return (
    <>
      <p>{words('partner.minimumText', { minimum })}</p>
      <label>
        <b>{words('partner.progress', { available: formatMoney(locale, available), minimum })}</b>
        <progress value={Math.max(0, available.minor)} max={minimumWithdrawal.minor} />
      </label>
    </>
  )
}

export function SessionEnded({ form }: { form: WithdrawalFormProps }) {
  const { locale, words } = useSite()
  return (
    <Masthead heading={words('partner.withdrawTitle')}>
      <HydratedForm form={withdrawalForm} props={form} />
      <p>
        <a href={href(locale, 'login', null, { as: 'partner' })} target="_blank" rel="noopener">
          {words('partner.signIn')}
        </a>
      </p>
    </Masthead>
  )
}

export function withdrawalFormProps(
  { locale, words }: Pick<Site, 'locale' | 'words'>,
  values: WithdrawalValues,
  errors: FormErrors | null,
  needsPasskey: boolean,
): WithdrawalFormProps {
  return {
    needsPasskey,
    texts: textsOf(words, withdrawalFormTexts),
    action: href(locale, 'referralProgram'),
    values,
    errors,
  }
}

/** Days after the request in which a partner who rarely signs in still sees the notice. */
const shownDays = 90

/**
 * Returns the partner's last withdrawal if the shop rejected it. Partners get no email about it,
 * because the shop knows only their phone number.
 */
export function newRejection(last: Transaction | undefined, now: number): Transaction | null {
  if (last?.status !== 'rejected') return null
  return now - Date.parse(last.createdAt) < shownDays * dayMs ? last : null
}

export function RejectionNotice({ withdrawal }: { withdrawal: Transaction }) {
  return <Notice text={rejectionText(useSite(), withdrawal)} />
}

/** Returns the rejection with its reason, if staff wrote one. */
export function rejectionText(
  { locale, words }: Pick<Site, 'locale' | 'words'>,
  { amount, createdAt, reason }: Transaction,
): string {
  const money = formatMoney(locale, { ...amount, minor: -amount.minor })
  const text = words('partner.rejected', { amount: money, date: formatDate(createdAt) })
  return reason === undefined ? text : `${text} ${words('partner.rejectionReason', { reason })}`
}
