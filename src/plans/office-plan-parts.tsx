import { officeHref } from '../words/office-paths.ts'
import { mostCounted } from './list-plans.ts'
import type { ListedPlan } from './list-plans.ts'
import { convert } from './price-rules.ts'
import type { ExchangeRate } from './price-rules.ts'
import { pricesIn } from '../kit/money.shared.ts'
import type { Currencies, Prices } from '../kit/money.shared.ts'
import { formatPercent } from '../words/formats.shared.ts'
import { useOffice } from '../office/office.tsx'
import type { Office } from '../office/office.tsx'
import type { SaleState } from './can-sell.ts'

/** Shows the name of a plan as a link to its page, and the code of the plan. */
export function PlanName({
  tariffID,
  title,
}: {
  readonly tariffID: string
  readonly title: string
}) {
  return (
    <>
      <a href={officeHref('plan', { id: tariffID })}>{title}</a>
      <br />
      <small>
        <code>{tariffID}</code>
      </small>
    </>
  )
}

/** Formats prices as `$12.50 · 1 150 ₽`, with the base currency first. */
export function pricesText({ money }: Office, currencies: Currencies, prices: Prices): string {
  const others = Object.keys(prices).filter((each) => !currencies.includes(each))
  return pricesIn([...currencies, ...others], prices)
    .map(money)
    .join(' · ')
}

type MarginProps = {
  readonly currencies: Currencies
  readonly rates: readonly ExchangeRate[]
  readonly plan: Pick<ListedPlan, 'cost' | 'prices'>
}

/**
 * Shows the profit of the next eSIM in the base currency, and its margin: the profit in percent of
 * the price.
 */
export function Margin({ currencies, rates, plan }: MarginProps) {
  const { locale, words, money } = useOffice()
  const [base] = currencies
  const cost = plan.cost && convert(plan.cost, base, rates)
  const price = plan.prices[base]
  if (cost === null || price === undefined) return <>{words('plans.unknown')}</>
  const minor = price - cost
  const percent = price === 0 ? null : Math.round((minor / price) * 100)
  return (
    <span className={minor < 0 ? 'badge bad' : undefined}>
      {money({ minor, currency: base })}
      {percent !== null && ` (${formatPercent(locale, percent)})`}
    </span>
  )
}

const tones: { readonly [state in SaleState]: string } = {
  'on-sale': 'good',
  'taken-off': '',
  'not-listed': '',
  'no-stock': 'bad',
  'supplier-gone': 'bad',
  'supplier-off': 'warn',
  'supplier-key': 'bad',
  'supplier-balance': 'bad',
}

/** Shows whether a plan is on sale, or the reason why it is not. */
export function StateBadge({ state }: { readonly state: SaleState }) {
  const { words } = useOffice()
  return <span className={`badge ${tones[state]}`}>{words(`plans.states.${state}`)}</span>
}

/** Returns the number of eSIMs left. The shop buys the eSIMs of a plan without any when it sells. */
export function profilesLeft(
  { words, number }: Office,
  { left, state }: Pick<ListedPlan, 'left' | 'state'>,
): string {
  if (left === 0 && state === 'on-sale') return words('plans.atSupplier')
  return left < mostCounted ? number(left) : words('plans.many', { count: left })
}
