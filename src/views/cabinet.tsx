import type { ReactNode } from 'react'
import { WithdrawalForm, withdrawalFormTexts } from '../../client/islands/withdrawal-form.tsx'
import type { WithdrawalFormProps } from '../../client/islands/withdrawal-form.tsx'
import type { Referrer } from '../contract/referrer.ts'
import type { Refused } from '../shared/forms/field-errors.ts'
import type { WithdrawalValues } from '../shared/forms/withdrawal.ts'
import { formatMoney } from '../shared/locale/formats.ts'
import { href } from '../shared/locale/paths.ts'
import { textsOf } from '../shared/locale/texts.ts'
import { CopyLine } from '../shared/ui/copy-line.tsx'
import { Island } from '../shared/ui/island.tsx'
import { LogOutForm } from '../shared/ui/log-out-form.tsx'
import { QrCode } from '../shared/ui/qr-code.tsx'
import { useSite } from '../shared/ui/site.tsx'
import type { Site } from '../shared/ui/site.tsx'
import { EarningsChart } from './earnings-chart.tsx'
import { TransactionList } from './transaction-list.tsx'
import type { TransactionListProps } from './transaction-list.tsx'

type Props = {
  readonly account: Referrer
  /** null: it could not be loaded. */
  readonly transactions: TransactionListProps['transactions'] | null
  readonly form: WithdrawalFormProps
  readonly isWithdrawn: boolean
}

/** What a partner has earned, the link that earns it, and the way to the money. */
export function Cabinet({ account, transactions, form, isWithdrawn }: Props) {
  const { locale, words } = useSite()
  return (
    <>
      <section className="masthead">
        <p className="eyebrow">{account.phone}</p>
        <h1>{words('partner.title')}</h1>
        <p className="lead">{words('partner.lead', { percent: account.rewardPercent })}</p>
      </section>
      <dl className="figures">
        <Figure label={words('partner.balance')}>{formatMoney(locale, account.balance)}</Figure>
        <Figure label={words('partner.purchased')}>{account.esimsPurchased}</Figure>
      </dl>
      <section className="stack">
        <h2>{words('partner.linkTitle')}</h2>
        <p className="soft">{words('partner.linkText')}</p>
        <Share link={account.referralLink} />
      </section>
      <section>
        <h2>{words('partner.earningsTitle')}</h2>
        <EarningsChart earnings={account.earnings} />
      </section>
      <section id="withdrawal" className="stack">
        <h2>{words('partner.withdrawTitle')}</h2>
        <Withdrawal account={account} form={form} />
      </section>
      <section id="history" className="stack">
        <h2>{words('partner.historyTitle')}</h2>
        {isWithdrawn && (
          <p className="notice" role="status">
            {words('partner.withdrawn')}
          </p>
        )}
        {!account.withdrawalsOpen && <p className="notice">{words('partner.closed')}</p>}
        {transactions === null ? (
          <p className="notice" role="alert">
            {words('errors.dataFailed')}
          </p>
        ) : (
          <TransactionList transactions={transactions} />
        )}
      </section>
      <LogOutForm action={href(locale, 'referralProgram')} />
    </>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="sheet">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The link to copy and to scan, and a button for the platform's own sheet; where there is none, all this in a dialog. */
function Share({ link }: { link: string }) {
  const { words } = useSite()
  return (
    <>
      <div id="share" className="sheet share">
        <QrCode text={link} label={words('partner.qrLabel')} />
        <div>
          <h3>{words('partner.shareTitle')}</h3>
          <p>
            {words('partner.shareText')}
            <br />
            <a href={link}>{link}</a>
          </p>
          <dl className="codes">
            <CopyLine label={words('partner.link')} value={link} />
          </dl>
        </div>
      </div>
      <p>
        <a
          className="button"
          href="#share"
          data-dialog="share"
          data-share={words('partner.shareText') + link}
        >
          {words('partner.share')}
        </a>
      </p>
    </>
  )
}

/** The form from the minimum on; below it, how much is missing. One that was refused stays, with why and what was typed. */
function Withdrawal({ account, form }: Pick<Props, 'account' | 'form'>) {
  const { locale, words } = useSite()
  const { balance, minimumWithdrawal, withdrawalsOpen } = account
  const missing = minimumWithdrawal.minor - balance.minor
  const isPossible = withdrawalsOpen && missing <= 0
  if (form.refused && !isPossible)
    return <Island name="withdrawal-form" of={WithdrawalForm} props={form} />
  if (!withdrawalsOpen) return <p className="notice">{words('partner.closed')}</p>
  if (isPossible)
    return (
      <>
        <p>{words('partner.withdrawText', { amount: formatMoney(locale, balance) })}</p>
        <Island name="withdrawal-form" of={WithdrawalForm} props={form} />
      </>
    )
  const amount = formatMoney(locale, { minor: missing, currency: balance.currency })
  return (
    <>
      <div id="missing" className="notice">
        <h3>{words('partner.missingTitle')}</h3>
        <p>
          <b>{words('partner.missing', { amount })}</b>
        </p>
        <p>{words('partner.minimumText', { minimum: formatMoney(locale, minimumWithdrawal) })}</p>
      </div>
      <p>
        <a className="button quiet" href="#missing" data-dialog="missing">
          {words('partner.withdraw')}
        </a>
      </p>
    </>
  )
}

/** The form alone, with what was typed, and the way to sign in beside it. */
export function SessionEnded({ form }: { form: WithdrawalFormProps }) {
  const { locale, words } = useSite()
  return (
    <section className="masthead">
      <h1>{words('partner.withdrawTitle')}</h1>
      <Island name="withdrawal-form" of={WithdrawalForm} props={form} />
      <p>
        <a href={href(locale, 'login', null, { as: 'partner' })} target="_blank" rel="noopener">
          {words('partner.signIn')}
        </a>
      </p>
    </section>
  )
}

export function withdrawalFormProps(
  { locale, words }: Pick<Site, 'locale' | 'words'>,
  values: WithdrawalValues,
  refused: Refused | null,
): WithdrawalFormProps {
  return {
    texts: textsOf(words, withdrawalFormTexts),
    action: `${href(locale, 'referralProgram')}#withdrawal`,
    values,
    refused,
  }
}
