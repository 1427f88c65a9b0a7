import type { ReactNode } from 'react'
import type { WithdrawalFormProps } from '../withdrawal-form.shared.tsx'
import type { AccountSession } from '../../accounts/operations.ts'
import type { Partner, Transaction } from '../operations.ts'
import { formatMoney, formatNumber, formatMonth, formatDate } from '../../words/formats.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { CopyLine } from '../../ui/copy-line.tsx'
import { LogOutForm } from '../../ui/navigation.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { SessionList } from '../../accounts/session-list.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { useSite } from '../../ui/site.tsx'
import { PasskeySection, type PasskeySectionProps } from './passkey-section.tsx'
import { RejectionNotice, WithdrawalSection } from './withdrawal-section.tsx'
import { PageLinks, type PageOfList, Notice } from '../../ui/lists.tsx'

type Props = {
  readonly account: Partner
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
      {!account.withdrawalsOpen && <Notice text={words('api.withdrawalsClosed')} />}
      {transactions === null ? (
        <Notice role="alert" text={words('errors.dataFailed')} />
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

type Month = Partner['earnings'][number]

/**
 * The width of a phone's column, in which text has its normal font size. The stylesheet reduces the
 * text on wider screens.
 */
const [width, height, gap, head, foot] = [328, 110, 6, 20, 38]
const base = head + height

function EarningsChart({ earnings }: { earnings: readonly Month[] }) {
  const { words } = useSite()
  const most = Math.max(...earnings.map(({ amount }) => amount.minor))
  if (earnings.every(({ amount }) => amount.minor === 0))
    return <p className="empty">{words('partner.noEarnings')}</p>
  const highest = earnings.findIndex(({ amount }) => most > 0 && amount.minor === most)
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${width} ${base + foot}`} aria-hidden="true">
        {earnings.map((each, index) => (
          <Bar
            key={each.month}
            each={each}
            left={(index * width) / earnings.length}
            step={width / earnings.length}
            tall={heightOf(each, most)}
            namesMonth={hasName(index, earnings)}
            namesYear={hasYear(index, earnings)}
            isHighest={index === highest}
          />
        ))}
        <path d={`M0 ${base}H${width}`} />
      </svg>
      <EarningsTable earnings={earnings} />
    </figure>
  )
}

function EarningsTable({ earnings }: { readonly earnings: readonly Month[] }) {
  const { locale, words } = useSite()
  return (
    <details className="fold">
      <summary>{words('partner.asTable')}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{words('partner.month')}</th>
            <th scope="col">{words('partner.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {earnings.map(({ month, amount }) => (
            <tr key={month}>
              <th scope="row">{`${month.slice(5)}.${month.slice(0, 4)}`}</th>
              <td>{formatMoney(locale, amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

type BarProps = {
  readonly each: Month
  readonly left: number
  readonly step: number
  readonly tall: number
  readonly namesMonth: boolean
  readonly namesYear: boolean
  readonly isHighest: boolean
}

function Bar({ each: { month, amount }, left, step, tall, ...shown }: BarProps) {
  const { locale } = useSite()
  const { namesMonth, namesYear, isHighest } = shown
  const middle = left + step / 2
  return (
    <g>
      {tall > 0 && (
        <rect x={left + gap / 2} y={base - tall} width={step - gap} height={tall} rx="3" />
      )}
      {isHighest && (
        <text x={Math.min(Math.max(middle, 32), width - 32)} y={base - tall - 5} className="most">
          {formatMoney(locale, amount)}
        </text>
      )}
      {namesMonth && (
        <text x={middle} y={base + 16}>
          {formatMonth(locale, month)}
        </text>
      )}
      {namesYear && (
        <text x={Math.max(middle, 16)} y={base + 34}>
          {month.slice(0, 4)}
        </text>
      )}
    </g>
  )
}

/** A phone has room for the name of every second month, counted back from the last month. */
function hasName(index: number, earnings: readonly Month[]): boolean {
  return (earnings.length - 1 - index) % 2 === 0
}

/** Whether this is the first named month of its year. */
function hasYear(index: number, earnings: readonly Month[]): boolean {
  const yearAt = (at: number) => earnings[at]?.month.slice(0, 4)
  return hasName(index, earnings) && yearAt(index) !== yearAt(index - 2)
}

function heightOf({ amount }: Month, most: number): number {
  return amount.minor > 0 ? Math.max(2, (amount.minor / most) * height) : 0
}

type TransactionListProps = { readonly transactions: PageOfList<Transaction> }

function TransactionList({ transactions }: TransactionListProps) {
  const { locale, words } = useSite()
  if (transactions.data.length === 0 && transactions.page === 1)
    return <p className="empty">{words('partner.historyEmpty')}</p>
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">{words('partner.date')}</th>
            <th scope="col">{words('partner.operation')}</th>
            <th scope="col">{words('partner.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {transactions.data.map(({ id, type, amount, status, reason, createdAt }) => (
            <tr key={id}>
              <td>{formatDate(createdAt)}</td>
              <td>
                {words(`partner.types.${type}`)}
                <small>{words(`partner.statuses.${status}`)}</small>
                {reason !== undefined && (
                  <small>{words('partner.rejectionReason', { reason })}</small>
                )}
              </td>
              <td>{formatMoney(locale, amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <PageLinks
        list={transactions}
        at={(page) => `${href(locale, 'referralProgram', null, { page })}#history`}
      />
    </>
  )
}
