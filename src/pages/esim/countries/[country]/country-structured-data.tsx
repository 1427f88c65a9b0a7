import type { Tariff } from '../../../../contract/tariffs.ts'
import { pricesIn } from '../../../../domain/money.ts'
import { plansForPlace } from '../../../../domain/structured-data.ts'
import { pictureHref } from '../../../../http/page/share-tags.tsx'
import { href } from '../../../../locale/paths.ts'
import { shownPrice } from '../../../../locale/tariff-words.ts'
import { JsonLd } from '../../../../ui/json-ld.tsx'
import { reviewFacts } from '../../../../ui/review-facts.ts'
import type { RatedReviews } from '../../../../ui/review-facts.ts'
import { useSite } from '../../../../ui/site.tsx'

type Props = {
  readonly code: string
  /** The country in a sentence, from `placePhrase`. */
  readonly phrase: string
  readonly description: string
  readonly fares: readonly Tariff[]
  readonly reviews: RatedReviews
}

export function CountryStructuredData({ code, phrase, description, fares, reviews }: Props) {
  const site = useSite()
  const { locale, words, currencies, origin } = site
  const shown = fares.map(({ prices }) => shownPrice(site, prices))
  // An offer of several prices has one currency.
  const isInOneCurrency = new Set(shown.map(({ currency }) => currency)).size === 1
  const plans = plansForPlace({
    name: words('country.title', { country: phrase }),
    description,
    url: origin + href(locale, 'country', { country: code }),
    image: origin + pictureHref(locale, code),
    prices: isInOneCurrency
      ? shown
      : fares.flatMap(({ prices }) => pricesIn([currencies[0]], prices)),
    reviews: reviewFacts(words, reviews.rating, reviews.data),
  })
  return plans && <JsonLd data={plans} />
}
