// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- see ComparisonTable
import type { ReactNode } from 'react'
import type { TariffDetails } from '../operations.ts'
import { tariffName } from '../../words/plan-words.ts'
import { useSite } from '../../ui/site.tsx'
import { compareHref } from '../plan-query.ts'
import type { PlansPlace } from '../plan-query.ts'
import { BuyButton, PlanLink } from '../plan-card.tsx'
import { compare, planNames, shortNames } from './comparison.ts'
import type { ComparedFact } from './comparison.ts'

type Props = { readonly plans: readonly TariffDetails[]; readonly place: PlansPlace }

/**
 * Shows plans in columns. On a phone each fact has a row for every plan. Facts that differ come
 * first, under their own heading, so that no colour has to show them.
 */
export function ComparisonTable({ plans, place }: Props) {
  const site = useSite()
  const { words } = site
  const { different, same } = compare(site, plans, countryOf(plans, place))
  const shorts = shortNames(site, plans)
  const columns = 1 + plans.length
  return (
    // A phone shows its rows as blocks. Some browsers then forget that they are a table.
    <table className="compare" role="table">
      <PlanHeads plans={plans} place={place} />
      <FactGroup title={words('compare.different')} facts={different} columns={columns}>
        {({ values, lowest }) =>
          values.map((value, index) => (
            <td key={shorts[index]} role="cell" data-plan={shorts[index]}>
              <Value value={value} isLowest={lowest === index} />
            </td>
          ))
        }
      </FactGroup>
      <FactGroup title={words('compare.same')} facts={same} columns={columns}>
        {({ values: [value = null] }) => (
          <td role="cell" colSpan={plans.length}>
            <Value value={value} isLowest={false} />
          </td>
        )}
      </FactGroup>
    </table>
  )
}

function PlanHeads({ plans, place }: Props) {
  const site = useSite()
  const names = planNames(site, plans)
  return (
    <thead role="rowgroup">
      <tr role="row">
        <td role="cell">
          <span className="unseen">{site.words('tariff.factsTitle')}</span>
        </td>
        {plans.map((plan, index) => (
          <th key={plan.tariffID} scope="col" role="columnheader">
            <PlanLink tariff={plan}>{names[index]}</PlanLink>
            {plan.inStock && <BuyButton tariff={plan} />}
            <RemoveLink plan={plan} plans={plans} place={place} />
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Returns the country whose networks are compared: that of the list, or of the first such plan. */
function countryOf(plans: Props['plans'], { country }: PlansPlace): string | null {
  const single = plans.find(({ kind }) => kind !== 'multi')
  return country ?? single?.countryCodes[0] ?? null
}

function RemoveLink({ plan, plans, place }: Props & { readonly plan: TariffDetails }) {
  const site = useSite()
  const { locale, words } = site
  const others = plans.filter((each) => each !== plan).map(({ tariffID }) => tariffID)
  if (others.length < 2) return null
  return (
    <a
      href={compareHref(locale, place, others)}
      rel="nofollow"
      aria-label={words('order.removeOf', { plan: tariffName(site, plan) })}
    >
      {words('order.remove')}
    </a>
  )
}

type GroupProps = {
  readonly title: string
  readonly facts: readonly ComparedFact[]
  readonly columns: number
  readonly children: (fact: ComparedFact) => ReactNode
}

function FactGroup({ title, facts, columns, children }: GroupProps) {
  if (facts.length === 0) return null
  return (
    <tbody role="rowgroup">
      <tr role="row">
        <th scope="rowgroup" role="rowheader" colSpan={columns}>
          {title}
        </th>
      </tr>
      {facts.map((fact) => (
        <tr key={fact.label} role="row">
          <th scope="row" role="rowheader">
            {fact.label}
          </th>
          {children(fact)}
        </tr>
      ))}
    </tbody>
  )
}

function Value({ value, isLowest }: { readonly value: string | null; readonly isLowest: boolean }) {
  const { words } = useSite()
  if (value === null) return <span className="soft">{words('tariff.notStated')}</span>
  return (
    <span>
      {value} {isLowest && <small className="verified">{words('compare.lowest')}</small>}
    </span>
  )
}
