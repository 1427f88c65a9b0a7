import type { ApiClient } from '../../api/api-client.ts'
import { operatorIdent } from '../../contract/common.ts'
import type { WorldRegion } from '../../contract/places.ts'

type OperatorPlace = {
  readonly country?: string
  readonly region?: string
  readonly worldRegion?: WorldRegion
}

/**
 * Returns the operator that `?operator=` names. A name is an ident, or in a country a short name
 * from old links (`turkcell` for `tr-turkcell`). Returns undefined if the operator has no plans in
 * the place.
 */
export async function findOperator(
  api: ApiClient,
  named: string | undefined,
  place: OperatorPlace,
): Promise<string | undefined> {
  if (named === undefined) return undefined
  const inCountry = place.country === undefined ? [] : [`${place.country}-${named}`]
  const idents = [named, ...inCountry].filter((ident) => operatorIdent.safeParse(ident).success)
  const answers = await Promise.all(
    idents.map((operator) => api.tariffsMarketplace({ ...place, operator, per_page: 1 })),
  )
  // During an outage the filter stays unchanged.
  return idents.find((_, index) => {
    const answer = answers[index]
    return !answer?.ok || answer.value.data.length > 0
  })
}
