import type { EsimBalance } from '../operations.ts'
import { dayMs } from '../../kit/time.shared.ts'
import { dataAmount, formatDate } from '../../words/formats.shared.ts'
import { balanceText, planName, sizeText } from '../../words/plan-words.ts'
import type { Cover } from '../../plans/map/draw-map.ts'
import { CoverArt } from '../../plans/pages/cover.tsx'
import { EntryStamp } from '../../ui/flag.tsx'
import { passOfBalance } from '../keep-pass.ts'
import { EndOfPlan, EsimStatus, isEsimOnHold, possibleActions } from '../esim-status.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { Notice } from '../../ui/lists.tsx'
import { useSite } from '../../ui/site.tsx'
import { ContentStyles } from '../../site/page-styles.tsx'
import { href } from '../../words/paths.shared.ts'

type Balance = EsimBalance['balance']

type Props = { readonly esim: EsimBalance }
type BalanceOpeningProps = Props & {
  readonly heading: string
  /** Null for a plan for several countries. */
  readonly cover: Cover | null
}

/**
 * Shows the pass of an eSIM on the cover of its country: the data and the days left, and the main
 * action. Installing tears off the stub, each day punches a hole, and the end of the trip stamps it.
 */
export function BalanceOpening({ esim, heading, cover }: BalanceOpeningProps) {
  const site = useSite()
  const { tariff: plan, balance } = esim
  const [country = ''] = plan.countryCodes
  const short = daysShort(balance)
  return (
    <section className={cover ? 'masthead cover' : 'masthead'}>
      <p className="eyebrow">{planName(site, plan)}</p>
      <h1>{heading}</h1>
      <ContentStyles styles="usage" />
      {cover && <CoverArt country={country} {...cover} />}
      {short > 0 && <Shortfall esim={esim} days={short} />}
      <article
        className={balance.status === 'ready' ? 'pass large usage' : 'pass large usage torn'}
        data-pass={passOfBalance(site, esim)}
      >
        <PassMain esim={esim} short={short} />
        <PassStub esim={esim} short={short} />
      </article>
    </section>
  )
}

type PassPartProps = Props & { readonly short: number }

function PassMain({ esim, short }: PassPartProps) {
  const { words } = useSite()
  const { balance, tariff: plan } = esim
  const { outlook, status, isOver } = balance
  return (
    <div className="pass-main">
      <p>
        <EsimStatus balance={balance} />
      </p>
      <DataLeft balance={balance} />
      {outlook && status === 'finished' && (
        <p className="soft">
          {words('balance.daysLeft', { count: outlook.daysLeft, total: outlook.daysTotal })}
        </p>
      )}
      {outlook && status !== 'finished' && (
        <DayHoles left={outlook.daysLeft} total={outlook.daysTotal} short={short} />
      )}
      {outlook && status === 'active' && short === 0 && <Advice outlook={outlook} />}
      {isOver && status === 'expired' && <Holes left={0} total={plan.validityDays} short={0} />}
      {isOver && plan.kind !== 'multi' && (
        <EntryStamp country={plan.countryCodes[0] ?? ''} place="on-pass" />
      )}
    </div>
  )
}

function PassStub({ esim, short }: PassPartProps) {
  const { words } = useSite()
  const { status, usageAsOf } = esim.balance
  return (
    <div className="pass-stub">
      <Validity esim={esim} />
      {usageAsOf === null ? (
        <MissingReport status={status} />
      ) : (
        <p className="soft">
          <LocalTime iso={usageAsOf} text={(time) => words('balance.asOf', { time })} />
        </p>
      )}
      <BalanceActions esim={esim} {...(short > 0 && { only: 'others' })} />
    </div>
  )
}

/** Shows the end of validity, or the date by which the plan must start. */
function Validity({ esim }: Props) {
  const { status, validUntil, activateBy } = esim.balance
  const { words } = useSite()
  const isExpired = status === 'expired'
  const notStarted =
    esim.tariff.starts === 'installation' ? 'balance.notStartedInstall' : 'balance.notStarted'
  if (validUntil !== null)
    return (
      <p>
        <EndOfPlan validUntil={validUntil} isExpired={isExpired} />
      </p>
    )
  if (status === 'refunded') return <p>{words('api.refunded')}</p>
  return (
    <p>
      {words(isExpired ? 'balance.neverConnected' : notStarted, { date: formatDate(activateBy) })}
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
        <small>{balanceText(site, balance)}</small>
      </p>
      <DataBar
        text={balanceText(site, balance)}
        used={dataUsedMb}
        limit={dataLimitMb}
        isLow={isLow(balance) || daysShort(balance) > 0}
      />
    </>
  )
}

/**
 * Returns the days at the end of a plan for which the data does not last at the pace so far. A
 * shorter gap is within the accuracy of the reports.
 */
function daysShort({ status, outlook, validUntil }: Balance): number {
  if (status !== 'active' || !outlook?.lastsUntil || validUntil === null) return 0
  return Math.floor((Date.parse(validUntil) - Date.parse(outlook.lastsUntil)) / dayMs)
}

type ShortfallProps = { readonly esim: EsimBalance; readonly days: number }

/** Says first that the data ends before the plan does, with the action that helps. */
function Shortfall({ esim, days }: ShortfallProps) {
  const site = useSite()
  const { words } = site
  const { outlook } = esim.balance
  const daily = outlook?.dailyMb ?? 0
  return (
    <div className="shortfall">
      <h2>{words('balance.short', { count: days, date: formatDate(outlook?.lastsUntil) })}</h2>
      <BalanceActions esim={esim} only="main" />
      {daily > 0 && (
        <p>{words('balance.shortDaily', { amount: sizeText(site, { trafficMb: daily }) })}</p>
      )}
    </div>
  )
}

/** Shows nothing for unlimited plans, and while the daily use is not known. */
function Advice({
  outlook: { lastsUntil, dailyMb },
}: {
  outlook: NonNullable<Balance['outlook']>
}) {
  const site = useSite()
  const { words } = site
  if (lastsUntil === null && !dailyMb) return null
  return (
    <p>
      {lastsUntil !== null && words('balance.paceToEnd')}{' '}
      {dailyMb !== null &&
        words('balance.daily', { amount: sizeText(site, { trafficMb: dailyMb }) })}
    </p>
  )
}

/** The share of data below which the page offers more data. */
const lowShare = 0.2

/** Shows the main action for the state of the eSIM, if there is one, and then the other actions. */
function BalanceActions({ esim, only }: { esim: EsimBalance; only?: 'main' | 'others' }) {
  const { locale, words } = useSite()
  const { hash, tariff: plan, balance } = esim
  const links = {
    addData: [href(locale, 'topUp', null, { hash }), words('balance.addData')],
    again: [href(locale, 'order', null, { tariffID: plan.tariffID }), words('balance.again')],
    install: [href(locale, 'instruction', null, { hash }), words('balance.install')],
    instruction: [href(locale, 'instruction', null, { hash }), words('balance.instruction')],
    nextTrip: [href(locale, 'countries'), words('balance.nextTrip')],
  } as const
  const { main, others } = actionsFor(balance)
  const chosen = { main, others, all: [...main, ...others] }[only ?? 'all']
  const names = possibleActions(chosen, balance)
  return (
    <>
      {only !== 'main' && isEsimOnHold(balance) && <Notice text={words('api.frozen')} />}
      {names.length > 0 && (
        <p className="actions">
          {names.map((name) => {
            const [url, text] = links[name]
            return (
              <a key={name} className={main.includes(name) ? 'button' : 'button quiet'} href={url}>
                {text}
              </a>
            )
          })}
        </p>
      )}
      {only !== 'others' && isRunningLow(balance) && (
        <p className="soft">{words('balance.payOnline')}</p>
      )}
    </>
  )
}

type ActionName = 'addData' | 'again' | 'install' | 'instruction' | 'nextTrip'
type BalanceActionNames = {
  readonly main: readonly ActionName[]
  readonly others: readonly ActionName[]
}

/** Returns actions that add data if that is possible, or otherwise buy the same plan again. */
function actionsFor(balance: EsimBalance['balance']): BalanceActionNames {
  const { status, canTopUp } = balance
  const addData: readonly ActionName[] = canTopUp ? ['addData'] : []
  if (status === 'expired' || status === 'refunded') return { main: ['nextTrip'], others: addData }
  if (status === 'ready') return { main: ['install'], others: addData }
  if (!isLow(balance) && daysShort(balance) === 0)
    return { main: [], others: [...addData, 'instruction'] }
  return { main: canTopUp ? addData : ['again'], others: ['instruction'] }
}

/** Whether the plan still works and has little data left. */
function isRunningLow(balance: EsimBalance['balance']): boolean {
  return balance.status === 'active' && (isLow(balance) || daysShort(balance) > 0)
}

function isLow({ status, dataUsedMb, dataLimitMb }: EsimBalance['balance']): boolean {
  if (status === 'finished') return true
  return dataLimitMb !== null && dataLimitMb - dataUsedMb < dataLimitMb * lowShare
}

type DataBarProps = {
  readonly text: string
  readonly used: number
  readonly limit: number
  /** Whether the data does not last. */
  readonly isLow: boolean
}

/** A bar of the data left. Uses attributes, because the policy forbids style attributes. */
function DataBar({ text, used, limit, isLow: isShort }: DataBarProps) {
  const { words } = useSite()
  const left = Math.max(0, 100 - Math.round((used / limit) * 100))
  return (
    <svg
      className={isShort ? 'data-bar low' : 'data-bar'}
      role="meter"
      aria-label={words('balance.gaugeLabel')}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.max(0, limit - used)}
      aria-valuetext={text}
    >
      <rect width={`${left}%`} height="100%" />
    </svg>
  )
}

/** More cells would be too small to count. */
const maxCells = 31

type DaysProps = { readonly left: number; readonly total: number; readonly short: number }

function DayHoles(days: DaysProps) {
  const { words } = useSite()
  return (
    <div>
      <p>{words('balance.daysLeft', { count: days.left, total: days.total })}</p>
      <Holes {...days} />
    </div>
  )
}

/** Shows the days of a plan. Past days are punched, and days without data are hatched. */
function Holes({ left, total, short }: DaysProps) {
  if (total > maxCells) return null
  const dayClass = (day: number) =>
    day < total - left ? 'gone' : day >= total - short ? 'short' : undefined
  return (
    <p className="days" aria-hidden="true">
      {Array.from({ length: total }, (_, day) => (
        <i key={day} className={dayClass(day)} />
      ))}
    </p>
  )
}
