import type { Operator } from '../../contract/operators.ts'
import type { Tariff } from '../../contract/tariffs.ts'
import type { Currency } from '../../domain/money.ts'
import { queryString } from '../../locale/paths.ts'
import { ListFailed } from '../list-failed.tsx'
import { useSite } from '../site.tsx'
import { PageLinks } from '../page-links.tsx'
import { TariffCard } from './tariff-card.tsx'
import { isFiltered, TariffFilters, withQuery } from './tariff-filters.tsx'
import type { ListAddress } from './tariff-filters.tsx'

export type TariffPage = {
  readonly data: readonly Tariff[]
  readonly total: number
  readonly page: number
  readonly hasMore: boolean
}

type Props = Omit<ListAddress, 'extraParams'> & {
  readonly extraParams?: ListAddress['extraParams']
  readonly answer: { readonly ok: true; readonly value: TariffPage } | { readonly ok: false }
  readonly operators: readonly Pick<Operator, 'ident' | 'title'>[]
  readonly withPlace?: boolean
}

export function TariffList({
  action,
  answer,
  query,
  extraParams = {},
  operators,
  withPlace = false,
}: Props) {
  const { words } = useSite()
  return (
    <>
      <TariffFilters
        action={action}
        query={query}
        extraParams={extraParams}
        operators={operators}
      />
      {answer.ok ? (
        <>
          {answer.value.data.length === 0 && <p className="empty">{words(emptyListText(query))}</p>}
          <TariffCards tariffs={answer.value.data} withPlace={withPlace} />
          <PageLinks
            list={answer.value}
            at={(page) => action + queryString({ ...extraParams, ...withQuery(query, { page }) })}
          />
        </>
      ) : (
        <ListFailed />
      )}
    </>
  )
}

function emptyListText(query: ListAddress['query']) {
  if (query.search_string !== '') return 'errors.nothingFound'
  return isFiltered(query) ? 'filters.nothing' : 'errors.outOfStock'
}

export function TariffCards({
  tariffs,
  withPlace = false,
}: {
  tariffs: readonly Tariff[]
  withPlace?: boolean
}) {
  const [base] = useSite().currencies
  const best = bestPerGigabyte(tariffs, base)
  return (
    <ul className="passes">
      {tariffs.map((tariff) => (
        <TariffCard
          key={tariff.tariffID}
          tariff={tariff}
          isBest={tariff === best}
          withPlace={withPlace}
        />
      ))}
    </ul>
  )
}

function bestPerGigabyte(tariffs: readonly Tariff[], base: Currency): Tariff | undefined {
  const limited = tariffs.filter(({ trafficMb, inStock }) => trafficMb !== null && inStock)
  const unitPrice = ({ unitPrices }: Tariff) => unitPrices[base] ?? Infinity
  return limited.length < 3 ? undefined : limited.toSorted((a, b) => unitPrice(a) - unitPrice(b))[0]
}
