import type { EsimBalance } from '../../esims/operations.ts'
import { formatDate, dataAmount } from '../../words/formats.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { balanceText, leftText, planName } from '../../words/plan-words.ts'
import {
  EndOfPlan,
  EsimStatus,
  GiveBackLink,
  isEsimOnHold,
  possibleActions,
} from '../../esims/esim-status.tsx'
import { useSite, type Site } from '../../ui/site.tsx'
import { PageLinks, type PageOfList } from '../../ui/lists.tsx'
import { InkEdge } from '../../plans/map/inks.tsx'
import { passOfBalance } from '../../esims/keep-pass.ts'

type PurchasedEsim = EsimBalance & { readonly purchasedAt: string }

export type EsimListProps = { readonly esims: PageOfList<PurchasedEsim> }

export function EsimList({ esims }: EsimListProps) {
  const site = useSite()
  const { locale, words } = site
  if (esims.data.length === 0)
    return (
      <section className="empty" data-pass="">
        <p>{words('account.empty')}</p>
        <p>
          <a className="button" href={href(locale, 'countries')}>
            {words('payment.choose')}
          </a>
        </p>
      </section>
    )
  return (
    <section data-pass={esims.page === 1 ? passOf(site, esims.data) : undefined}>
      <ul className="esims">
        {esims.data.map((esim) => (
          <EsimCard key={esim.hash} esim={esim} />
        ))}
      </ul>
      <PageLinks list={esims} at={(page) => href(locale, 'account', null, { page })} />
    </section>
  )
}

/** Returns the pass of the newest eSIM in use, so that another customer's pass is not kept. */
function passOf(site: Site, esims: readonly EsimBalance[]): string {
  return esims.map((esim) => passOfBalance(site, esim)).find((pass) => pass !== '') ?? ''
}

const main = 'button small'
const quiet = 'button quiet small'

/** The possible actions with an eSIM in each state, the next step first. */
const actions = {
  ready: ['install', 'balance', 'again'],
  installed: ['balance', 'instruction', 'again'],
  active: ['balance', 'instruction', 'again'],
  finished: ['again', 'balance', 'instruction'],
  expired: ['again', 'balance'],
  refunded: ['again'],
} as const

type CardProps = { readonly esim: PurchasedEsim }

function EsimCard({ esim }: CardProps) {
  const site = useSite()
  const { words } = site
  const { tariff: plan, balance, purchasedAt } = esim
  const { status, validUntil } = balance
  const canUse = !hasEnded(balance)
  return (
    <li className="sheet esim-card">
      <InkEdge plan={plan} />
      {canUse && <BalanceGauge balance={balance} />}
      <div>
        <h2>{planName(site, plan)}</h2>
        <p>
          <EsimStatus balance={balance} />
        </p>
        {isEsimOnHold(balance) && <p>{words('api.frozen')}</p>}
        {canUse && <p>{leftText(site, balance) ?? balanceText(site, balance)}</p>}
        {validUntil && status !== 'refunded' && (
          <p className="soft">
            <EndOfPlan validUntil={validUntil} isExpired={status === 'expired'} />
          </p>
        )}
        <p className="soft">{words('account.bought', { date: formatDate(purchasedAt) })}</p>
        <GiveBackLink hash={esim.hash} until={balance.giveBackUntil} />
      </div>
      <Actions esim={esim} />
    </li>
  )
}

/** Shows the next step as a filled button. An eSIM that has ended has no next step. */
function Actions({ esim: { hash, tariff: plan, balance } }: CardProps) {
  const { locale, words } = useSite()
  const first = hasEnded(balance) ? quiet : main
  const instruction = href(locale, 'instruction', null, { hash })
  const links = {
    install: [instruction, words('account.instruction')],
    instruction: [instruction, words('balance.instruction')],
    balance: [href(locale, 'operatorInfo', null, { hash }), words('account.balance')],
    again: [href(locale, 'order', null, { tariffID: plan.tariffID }), words('account.again')],
  } as const
  return (
    <p className="actions">
      {possibleActions(actions[balance.status], balance).map((name, index) => {
        const [url, text] = links[name]
        return (
          <a key={name} className={index === 0 ? first : quiet} href={url}>
            {text}
          </a>
        )
      })}
    </p>
  )
}

function hasEnded({ status }: EsimBalance['balance']): boolean {
  return status === 'expired' || status === 'refunded'
}

/** Shows the data left of an eSIM, or ∞ for an unlimited plan. */
function BalanceGauge({ balance }: { balance: EsimBalance['balance'] }) {
  const site = useSite()
  const { locale, words } = site
  const { dataUsedMb, dataLimitMb } = balance
  if (dataLimitMb === null)
    return (
      <span className="gauge endless" aria-hidden="true">
        ∞
      </span>
    )
  const left = Math.max(0, dataLimitMb - dataUsedMb)
  const [amount, unit] = dataAmount(locale, left)
  return (
    <Gauge
      label={words('balance.gaugeLabel')}
      text={leftText(site, balance) ?? ''}
      shown={[amount, words(`units.${unit}`)]}
      left={left}
      limit={dataLimitMb}
    />
  )
}

type Props = {
  readonly label: string
  /** The value in words, for screen readers. */
  readonly text: string
  /** Amount and unit in the middle of the ring. */
  readonly shown: readonly [amount: string, unit: string]
  readonly left: number
  readonly limit: number
}

/** The percentage below which the ring warns. */
const low = 20

/**
 * A ring that empties. Uses attributes, because the Content-Security-Policy forbids style
 * attributes.
 */
function Gauge({ label, text, shown: [amount, unit], left, limit }: Props) {
  const share = Math.max(0, Math.min(100, Math.round((left / limit) * 100)))
  return (
    <svg
      className={share < low ? 'gauge low' : 'gauge'}
      viewBox="0 0 120 120"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.max(0, Math.min(left, limit))}
      aria-valuetext={text}
    >
      <circle cx="60" cy="60" r="52" fill="none" strokeWidth="12" className="gauge-track" />
      <circle
        cx="60"
        cy="60"
        r="52"
        fill="none"
        strokeWidth="12"
        className="gauge-left"
        pathLength="100"
        strokeDasharray={`${share} 100`}
        strokeLinecap={share === 0 ? 'butt' : 'round'}
        transform="rotate(-90 60 60)"
      />
      <g textAnchor="middle" aria-hidden="true">
        <text x="60" y="61" className="gauge-text">
          {amount}
        </text>
        <text x="60" y="83" className="gauge-unit">
          {unit}
        </text>
      </g>
    </svg>
  )
}
