import { useSite } from '../../ui/site.tsx'
import type { PlaceTexts } from '../../texts/operations.ts'
import { Fact, Facts } from '../../ui/lists.tsx'
import type { ApiClient } from '../../site/api/api-client.ts'
import { operatorIdent } from '../../api/common.ts'
import type { WorldRegion } from '../operations.ts'

export type PlansLeadProps = {
  readonly price: string | null
  /** The number of plans. */
  readonly total: number
  /** Advice on when to install an eSIM for this place. */
  readonly warning?: string | null
}

/** Shows how many plans a place has, their lowest price, and when to install an eSIM. */
export function PlansLead({ price, total, warning = null }: PlansLeadProps) {
  const { words } = useSite()
  return (
    <>
      {total > 0 && (
        <p className="lead">
          {words('country.found', { count: total })}
          {price && <b>{words('units.from', { price })}</b>}
        </p>
      )}
      {warning !== null && <InstallWarning text={warning} />}
    </>
  )
}

/** Characters that fill two lines of a phone, together with the label. */
const phoneLength = 60

/** On a phone, shows the first whole sentences and a link to the rest. */
export function InstallWarning({ text }: { text: string }) {
  const { words } = useSite()
  const { lead, rest } = leadSentences(text, phoneLength)
  return (
    <p>
      <a className="warning" href="#good-to-know">
        <b>{words('placeTexts.install')}.</b>
        {` ${lead}`}
        {rest !== '' && (
          <>
            {' '}
            <span>{rest}</span> <u>{words('placeTexts.why')}</u>
          </>
        )}
      </a>
    </p>
  )
}

/**
 * Splits a text into the sentences that fit into a number of characters, at least the first
 * sentence, and the rest.
 */
export function leadSentences(text: string, length: number): { lead: string; rest: string } {
  const [first = '', ...others] = text.split(/(?<=[.!?])\s+/u)
  let lead = first
  while (others[0] !== undefined && lead.length + 1 + others[0].length <= length)
    lead += ` ${others.shift()}`
  return { lead, rest: others.join(' ') }
}

type Props = { readonly texts: PlaceTexts | null }

export function PlaceTextsSection({ texts }: Props) {
  if (!texts) return null
  return (
    <section className="prose">
      <PlaceAdvice texts={texts} />
    </section>
  )
}

/** Shows the shop's advice about a place, or nothing if there is none. */
export function PlaceAdvice({ texts }: Props) {
  const { words } = useSite()
  if (!texts) return null
  return (
    <div id="good-to-know" className="stack">
      <h2>{words('placeTexts.title')}</h2>
      <Facts>
        <Fact label={words('placeTexts.networks')}>{texts.networks}</Fact>
        <Fact label={words('placeTexts.install')}>{texts.install}</Fact>
        <Fact label={words('placeTexts.mind')}>{texts.mind}</Fact>
      </Facts>
    </div>
  )
}

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
