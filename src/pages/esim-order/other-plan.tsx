import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'
import type { PlanOrder } from './plan-order.ts'

/** Links to the page on which the plans of the order were chosen. */
export function OtherPlan({
  order: { tariffs },
  className,
}: {
  readonly order: PlanOrder
  readonly className?: string
}) {
  const { locale, words } = useSite()
  const [first, second] = tariffs
  const url = second
    ? href(locale, 'trip')
    : href(locale, 'country', { country: first?.countryCodes[0] ?? '' })
  return (
    <p>
      <a href={url} className={className}>
        {words(second ? 'order.changeTrip' : 'order.change')}
      </a>
    </p>
  )
}
