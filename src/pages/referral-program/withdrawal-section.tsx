import { withdrawalForm, withdrawalFormTexts } from '../../forms/withdrawal/form.tsx'
import type { WithdrawalFormProps } from '../../forms/withdrawal/form.tsx'
import type { Referrer } from '../../contract/referrer.ts'
import type { FormErrors } from '../../domain/form-errors.ts'
import type { WithdrawalValues } from '../../forms/withdrawal/schema.ts'
import { formatDate, formatMoney } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { textsOf } from '../../locale/texts.ts'
import { HydratedForm } from '../../forms/controls/hydrated-form.tsx'
import { Masthead } from '../../ui/layout/masthead.tsx'
import { useSite } from '../../ui/site.tsx'
import type { Site } from '../../ui/site.tsx'

type Props = {
  readonly account: Referrer
  readonly form: WithdrawalFormProps
  /** The partner has just requested a withdrawal. */
  readonly isWithdrawn: boolean
}

export function WithdrawalSection({ account, form, isWithdrawn }: Props) {
  const { locale, words } = useSite()
  const { available, minimumWithdrawal, withdrawalsOpen } = account
  const isPossible = withdrawalsOpen && available.minor >= minimumWithdrawal.minor
  if (form.errors && !isPossible) return <HydratedForm form={withdrawalForm} props={form} />
  if (!withdrawalsOpen) return <p className="notice">{words('api.withdrawalsClosed')}</p>
  if (!isPossible) return <MissingAmount account={account} isWithdrawn={isWithdrawn} />
  return (
    <>
      {isWithdrawn && (
        <p className="notice" role="status">
          {words('partner.withdrawn')}
        </p>
      )}
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
  const held = balance.minor - available.minor
  const amounts = { requested: requested.minor, held, missing }
  const reason = requested.minor > 0 ? 'requested' : held > 0 ? 'held' : 'missing'
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
          {reason === 'held' &&
            availableFrom !== null &&
            ` ${words('partner.heldUntil', { date: formatDate(availableFrom) })}`}
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
