import type { Operator } from '../../../../contract/operators.ts'
import type { Tariff } from '../../../../contract/tariffs.ts'
import { bestUnitPrice } from '../../../../domain/fares.ts'
import { href } from '../../../../locale/paths.ts'
import { useSite } from '../../../../ui/site.tsx'
import type { TariffQuery } from '../../../../ui/tariffs/tariff-query.ts'
import { TariffList } from '../../../../ui/tariffs/tariff-list.tsx'
import type { TariffAnswer } from '../../../../ui/tariffs/tariff-list.tsx'

type Props = {
  readonly code: string
  readonly title: string
  readonly action: string
  readonly tariffs: TariffAnswer
  readonly query: TariffQuery
  readonly operators: readonly Pick<Operator, 'ident' | 'title'>[]
  readonly fares: readonly Tariff[]
}

/** Lists all plans of the country: its own plans, and plans for several countries. */
export function CountryPlans({ code, title, action, tariffs, query, operators, fares }: Props) {
  const { locale, words, currencies } = useSite()
  const hasRegional = tariffs.ok && tariffs.value.data.some(({ kind }) => kind === 'region')
  return (
    <section id="plans">
      <h2>{words('country.allTitle')}</h2>
      {hasRegional && (
        <p>
          {words('country.regional')}{' '}
          <a href={href(locale, 'regions', { country: code })}>{words('country.byRegion')}</a>
        </p>
      )}
      <TariffList
        action={action}
        answer={tariffs}
        place={{ country: code }}
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
