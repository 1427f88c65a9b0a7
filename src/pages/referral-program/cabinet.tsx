import type { ReactNode } from 'react'
import type { WithdrawalFormProps } from '../../forms/withdrawal/form.tsx'
import type { AccountSession } from '../../contract/account-sessions.ts'
import type { Referrer, Transaction } from '../../contract/referrer.ts'
import { formatMoney, formatNumber } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { CopyLine } from '../../ui/copy-line.tsx'
import { LogOutForm } from '../../ui/log-out-form.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { SessionList } from '../../ui/session-list.tsx'
import { Masthead } from '../../ui/layout/masthead.tsx'
import { useSite } from '../../ui/site.tsx'
import { EarningsChart } from './earnings-chart.tsx'
import { PasskeySection } from './passkey-section.tsx'
import type { PasskeySectionProps } from './passkey-section.tsx'
import { RejectionNotice } from './rejection-notice.tsx'
import { TransactionList } from './transaction-list.tsx'
import type { TransactionListProps } from './transaction-list.tsx'
import { WithdrawalSection } from './withdrawal-section.tsx'

type Props = {
  readonly account: Referrer
  readonly transactions: TransactionListProps['transactions'] | null
  readonly form: WithdrawalFormProps
  readonly isWithdrawn: boolean
  /** The last withdrawal, if the shop rejected it recently. */
  readonly rejection: Transaction | null
  /** Null if the API has no passkeys. */
  readonly passkeys: PasskeySectionProps | null
  /** Null if the API has no list of sessions. */
  readonly sessions: readonly AccountSession[] | null
  readonly areSessionsEnded: boolean
}

export function Cabinet(props: Props) {
  const { account, transactions, form, isWithdrawn, rejection, passkeys, sessions } = props
  const { locale, words } = useSite()
  return (
    <>
      {rejection && <RejectionNotice withdrawal={rejection} />}
      <Figures account={account} />
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
        <WithdrawalSection account={account} form={form} isWithdrawn={isWithdrawn} />
        {account.rewardHoldDays > 0 && (
          <p className="soft">{words('partner.hold', { count: account.rewardHoldDays })}</p>
        )}
      </section>
      <History account={account} transactions={transactions} />
      <section className="two-columns">
        {passkeys && <PasskeySection {...passkeys} />}
        {sessions && (
          <SessionList
            sessions={sessions}
            action={href(locale, 'referralProgram')}
            isEnded={props.areSessionsEnded}
          />
        )}
      </section>
      <LogOutForm action={href(locale, 'referralProgram')} />
    </>
  )
}

export function CabinetMasthead({ account }: Pick<Props, 'account'>) {
  const { words } = useSite()
  return (
    <Masthead
      eyebrow={account.phone}
      heading={words('partner.title')}
      lead={words('partner.lead', { percent: account.rewardPercent })}
    />
  )
}

function Figures({ account }: Pick<Props, 'account'>) {
  const { locale, words } = useSite()
  return (
    <dl className="figures">
      <Figure label={words('partner.balance')}>{formatMoney(locale, account.balance)}</Figure>
      <Figure label={words('partner.available')}>{formatMoney(locale, account.available)}</Figure>
      <Figure label={words('partner.purchased')}>
        {formatNumber(locale, account.esimsPurchased)}
      </Figure>
    </dl>
  )
}

type HistoryProps = Pick<Props, 'account' | 'transactions'>

function History({ account, transactions }: HistoryProps) {
  const { words } = useSite()
  return (
    <section id="history" className="stack">
      <h2>{words('partner.historyTitle')}</h2>
      {!account.withdrawalsOpen && <p className="notice">{words('api.withdrawalsClosed')}</p>}
      {transactions === null ? (
        <p className="notice" role="alert">
          {words('errors.dataFailed')}
        </p>
      ) : (
        <TransactionList transactions={transactions} />
      )}
    </section>
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

function Share({ link }: { link: string }) {
  const { words } = useSite()
  return (
    <div id="share" className="sheet share">
      <QrCode text={link} label={words('partner.qrLabel')} />
      <div>
        <h3>{words('partner.shareTitle')}</h3>
        <dl className="codes">
          <CopyLine label={words('partner.link')} value={link} />
        </dl>
        <p>
          <a
            className="button quiet small"
            href="#share"
            data-dialog="share"
            data-share={words('partner.shareText') + link}
          >
            {words('partner.share')}
          </a>
        </p>
      </div>
    </div>
  )
}
