import type { ReactNode } from 'react'
import type { EsimBalance } from '../../contract/esims.ts'
import { dataAmount, formatDate, formatTime } from '../../locale/formats.ts'
import { balanceText, sizeText } from '../../locale/tariff-words.ts'
import { validityText } from '../../locale/validity-text.ts'
import { EsimStatus } from '../../ui/esim-status.tsx'
import { useSite } from '../../ui/site.tsx'
import { BalanceActions } from './balance-actions.tsx'
import { DataBar } from './data-bar.tsx'
import { DayCells } from './day-cells.tsx'

type Balance = EsimBalance['balance']

type Props = {
  readonly esim: EsimBalance
  /** Shown below the actions. */
  readonly children?: ReactNode
}

/** Shows the data left of an eSIM, how long it lasts, and the main action. */
export function BalanceSheet({ esim, children }: Props) {
  const { words } = useSite()
  const { balance } = esim
  const { outlook, status, usageAsOf, validUntil } = balance
  const isUsedUp = status === 'finished'
  return (
    <section className="sheet balance">
      <p>
        <EsimStatus balance={balance} />
      </p>
      <DataLeft balance={balance} />
      {isUsedUp && <BalanceActions esim={esim} />}
      {outlook && isUsedUp && (
        <p className="soft">
          {words('balance.daysLeft', { count: outlook.daysLeft, total: outlook.daysTotal })}
        </p>
      )}
      {outlook && !isUsedUp && <DayCells left={outlook.daysLeft} total={outlook.daysTotal} />}
      {outlook && status === 'active' && <Advice outlook={outlook} validUntil={validUntil} />}
      <Validity balance={balance} />
      {usageAsOf !== null && (
        <p className="soft">{words('balance.asOf', { time: formatTime(usageAsOf) })}</p>
      )}
      {usageAsOf === null && <MissingReport status={status} />}
      {!isUsedUp && <BalanceActions esim={esim} />}
      {children}
    </section>
  )
}

/** Shows the end of validity, or the date by which the plan must start. */
function Validity({ balance: { status, validUntil, activateBy } }: { balance: Balance }) {
  const { words } = useSite()
  const isExpired = status === 'expired'
  if (validUntil !== null) return <p>{validityText(words, validUntil, isExpired)}</p>
  if (status === 'refunded') return null
  return (
    <p>
      {words(isExpired ? 'balance.neverConnected' : 'balance.notStarted', {
        date: formatDate(activateBy),
      })}
    </p>
  )
}

/** Says that the network has not reported any usage, or that its first report may be late. */
function MissingReport({ status }: Pick<Balance, 'status'>) {
  const { words } = useSite()
  if (status === 'expired' || status === 'refunded') return null
  const text = status === 'ready' ? 'balance.lateReport' : 'balance.noReport'
  return <p className="soft">{words(text)}</p>
}

function DataLeft({ balance }: { balance: Balance }) {
  const site = useSite()
  const { locale, words } = site
  const { dataUsedMb, dataLimitMb, status } = balance
  if (status === 'expired' || status === 'refunded') return <p>{balanceText(site, balance)}</p>
  if (dataLimitMb === null)
    return (
      <>
        <p className="data-left">
          <b aria-hidden="true">∞</b>
        </p>
        <p>{balanceText(site, balance)}</p>
      </>
    )
  const [amount, unit] = dataAmount(locale, Math.max(0, dataLimitMb - dataUsedMb))
  const limit = sizeText(site, { trafficMb: dataLimitMb })
  return (
    <>
      <p className="data-left">
        <b>
          {amount} {words(`units.${unit}`)}
        </b>{' '}
        {words('balance.leftOf', { limit })}
      </p>
      <DataBar text={balanceText(site, balance)} used={dataUsedMb} limit={dataLimitMb} />
    </>
  )
}

/** Shows nothing for unlimited plans, and while the daily use is not known. */
function Advice({
  outlook: { lastsUntil, dailyMb },
  validUntil,
}: {
  outlook: NonNullable<Balance['outlook']>
  validUntil: string | null
}) {
  const site = useSite()
  const { words } = site
  if (lastsUntil === null && !dailyMb) return null
  const isEnough = lastsUntil !== null && formatDate(lastsUntil) === formatDate(validUntil)
  return (
    <p>
      {lastsUntil !== null &&
        (isEnough
          ? words('balance.paceToEnd')
          : words('balance.pace', { date: formatDate(lastsUntil) }))}{' '}
      {dailyMb !== null &&
        words('balance.daily', { amount: sizeText(site, { trafficMb: dailyMb }) })}
    </p>
  )
}
