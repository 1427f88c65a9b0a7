import { mostPeople } from '../../domain/order-size.ts'
import { HiddenFields } from '../../forms/controls/hidden-fields.tsx'
import { orderParams } from '../../locale/order-params.ts'
import { href } from '../../locale/paths.ts'
import { Choice } from '../../ui/choice.tsx'
import { useSite } from '../../ui/site.tsx'
import type { PlanOrder } from './plan-order.ts'

/** A form for the number of people. Its answer is the same page with more eSIMs. */
export function PeopleForm({ order: { plans, visit } }: { order: PlanOrder }) {
  const { locale, words } = useSite()
  const most = mostPeople(plans.tariffIDs.length)
  if (most === 1) return null
  return (
    <form className="people" action={href(locale, 'order')}>
      <HiddenFields values={{ ...visit, ...orderParams({ ...plans, people: 1 }) }} />
      <Choice name="people" label={words('order.people')} value={String(plans.people)}>
        {Array.from({ length: most }, (_, index) => [
          String(index + 1),
          words('order.peopleCount', { count: index + 1 }),
        ])}
      </Choice>
      <button className="button quiet">{words('order.peopleApply')}</button>
    </form>
  )
}
