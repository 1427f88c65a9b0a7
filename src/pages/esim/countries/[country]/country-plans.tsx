import type { Operator } from '../../../../contract/operators.ts'
import type { Tariff } from '../../../../contract/tariffs.ts'
import { bestUnitPrice } from '../../../../domain/fares.ts'
import { useSite } from '../../../../ui/site.tsx'
import type { TariffQuery } from '../../../../ui/tariffs/tariff-filters.tsx'
import { TariffList } from '../../../../ui/tariffs/tariff-list.tsx'
import type { TariffAnswer } from '../../../../ui/tariffs/tariff-list.tsx'

type Props = {
  readonly title: string
  readonly action: string
  readonly tariffs: TariffAnswer
  readonly query: TariffQuery
  readonly operators: readonly Pick<Operator, 'ident' | 'title'>[]
  readonly fares: readonly Tariff[]
}

/** Lists all plans of the country: its own plans, and plans for several countries. */
export function CountryPlans({ title, action, tariffs, query, operators, fares }: Props) {
  const { words, currencies } = useSite()
  return (
    <section id="plans">
      <h2>{words('country.allTitle')}</h2>
      <TariffList
        action={action}
        answer={tariffs}
        query={query}
        operators={operators}
        best={bestUnitPrice(fares, currencies[0])}
        groups={{
          one: words('country.only', { country: title }),
          several: words('country.several', { country: title }),
        }}
      />
    </section>
  )
}
