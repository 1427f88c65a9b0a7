import type { ListedPlan } from '../../plans/list-plans.ts'
import { convert } from '../../plans/price-rules.ts'
import type { ExchangeRate } from '../../plans/price-rules.ts'
import { pricesIn } from '../../kit/money.shared.ts'
import type { Currencies, Prices } from '../../kit/money.shared.ts'
import { formatMoney, formatPercent } from '../../words/formats.shared.ts'
import type { Locale } from '../../words/locales.shared.ts'
import { useOffice } from '../office.tsx'

/** Formats prices as `$12.50 · 1 150 ₽`, with the base currency first. */
export function pricesText(locale: Locale, currencies: Currencies, prices: Prices): string {
  const others = Object.keys(prices).filter((each) => !currencies.includes(each))
  return pricesIn([...currencies, ...others], prices)
    .map((money) => formatMoney(locale, money))
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
  const { locale, words } = useOffice()
  const [base] = currencies
  const cost = plan.cost && convert(plan.cost, base, rates)
  const price = plan.prices[base]
  if (cost === null || price === undefined) return <>{words('plans.unknown')}</>
  const minor = price - cost
  const percent = price === 0 ? null : Math.round((minor / price) * 100)
  return (
    <span className={minor < 0 ? 'badge bad' : undefined}>
      {formatMoney(locale, { minor, currency: base })}
      {percent !== null && ` (${formatPercent(locale, percent)})`}
    </span>
  )
}
