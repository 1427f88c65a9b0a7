import { z } from 'zod'
import { countryCode } from '../../../contract/common.ts'
import { bestUnitPrice, tripBounds, uses } from '../../../domain/fares.ts'
import { nearbyOnSale } from '../../../domain/not-covered.ts'
import { pricesIn } from '../../../domain/money.ts'
import { plansForPlace } from '../../../domain/structured-data.ts'
import { pictureHref } from '../../../http/page/share-tags.tsx'
import { coverageOf, loadMapPlaces } from '../../../http/page/coverage.ts'
import { JsonLd } from '../../../ui/json-ld.tsx'
import { pageSize } from '../../../domain/field-limits.ts'
import { page, pageOrFirst } from '../../../http/page/page.ts'
import { notFoundPage } from '../../../http/page/error-pages.tsx'
import { href } from '../../../locale/paths.ts'
import { placePhrase } from '../../../locale/place-phrase.ts'
import { placeAndCountries, priceText } from '../../../locale/tariff-words.ts'
import { knownOperator } from '../known-operator.ts'
import { reviewFacts, shortReviews } from '../../../ui/review-facts.ts'
import { TariffList } from '../../../ui/tariffs/tariff-list.tsx'
import { isFiltered, tariffQuery } from '../../../ui/tariffs/tariff-filters.tsx'
import { PlaceTextsSection } from './place-texts-section.tsx'
import { CountryCoverage } from './[country]/country-coverage.tsx'
import { CountryMasthead } from './[country]/country-masthead.tsx'
import { CountryOffers } from './[country]/country-offers.tsx'
import { CountryReviews } from './[country]/country-reviews.tsx'
import { OutOfStock } from './[country]/out-of-stock.tsx'

const shownReviews = 3

export const countryPage = page('country', {
  access: 'public',
  params: z.object({ country: countryCode }),
  query: tariffQuery.extend({
    trip: z.coerce
      .number()
      .int()
      .min(tripBounds.min)
      .max(tripBounds.max)
      .optional()
      .catch(undefined),
    use: z.enum(uses).catch('mixed').default('mixed'),
  }),
  async get(c, { params, query: { trip: days, use, ...filters } }) {
    const { locale, words, config, currencies, api, dictionaries } = c.var
    const { country: code } = params
    const query = {
      ...filters,
      operator: await knownOperator(api, filters.operator, { country: code }),
    }
    const [country, places, tariffs, fareAnswer, operators, texts, reviewAnswer] =
      await Promise.all([
        dictionaries.country(code),
        loadMapPlaces(c),
        pageOrFirst(query.page, (at) =>
          api.tariffsMarketplace({ ...query, page: at, country: code }),
        ),
        api.tariffFares({ country: code }),
        api.operators({ country: code, per_page: pageSize.max }),
        api.countryTexts({ countryCode2Letters: code }),
        api.reviews({ country: code, per_page: shownReviews }),
      ])
    if (!country) return notFoundPage(c)
    const { title, listed } = country
    const phrase = placePhrase(locale, code, title)
    const price = listed?.priceFrom ? priceText(c.var, listed.priceFrom) : null
    const total = tariffs.ok ? tariffs.value.total : 0
    // An API without these operations sells plans too.
    const reviews = shortReviews(reviewAnswer)
    const fares = fareAnswer.ok ? fareAnswer.value.data : []
    const own = fares.some(({ kind }) => kind === 'country')
    const [onlySeveral] = own ? [] : fares
    const coverage = country.listed?.inStock
      ? await coverageOf(c, places, onlySeveral?.countryCodes ?? [code])
      : null
    const isSoldOut = listed?.inStock === false && fares.length === 0
    const placeTexts = texts.ok ? texts.value.data.countryTexts : null
    const hasFilter = isFiltered(query)
    const action = href(locale, 'country', { country: code })
    const description = price
      ? words('country.description', { country: phrase, price })
      : words('country.descriptionOutOfStock', { country: phrase })
    const offers = plansForPlace({
      name: words('country.title', { country: phrase }),
      description,
      url: config.SITE_ORIGIN + action,
      image: config.SITE_ORIGIN + pictureHref(locale, code),
      prices: fares.flatMap(({ prices }) => pricesIn([currencies[0]], prices)),
      reviews: reviewFacts(words, reviews.rating, reviews.data),
    })
    return c.render(
      <>
        {offers && <JsonLd data={offers} />}
        {isSoldOut && (
          <OutOfStock nearby={nearbyOnSale(code, places.all.list, places.popular.list)} />
        )}
        {!hasFilter && fares.length > 0 && (
          <CountryOffers
            action={action}
            fares={fares}
            trip={days === undefined ? null : { days, use }}
          />
        )}
        {!hasFilter && coverage && (
          <CountryCoverage
            code={code}
            covered={onlySeveral ? placeAndCountries(c.var, onlySeveral) : title}
            text={
              onlySeveral
                ? words('coverage.onlySeveral', { country: phrase })
                : words('coverage.oneCountry')
            }
            coverage={coverage}
            texts={placeTexts}
          />
        )}
        {!isSoldOut && (total > 0 || hasFilter || !tariffs.ok) && (
          <section id="plans">
            <h2>{words('country.allTitle')}</h2>
            <TariffList
              action={action}
              answer={tariffs}
              query={query}
              operators={operators.ok ? operators.value.data : []}
              best={bestUnitPrice(fares, currencies[0])}
              groups={{
                one: words('country.only', { country: title }),
                several: words('country.several', { country: title }),
              }}
            />
          </section>
        )}
        <CountryReviews {...reviews} />
        {(hasFilter || !coverage) && <PlaceTextsSection texts={placeTexts} />}
      </>,
      {
        opening: (
          <CountryMasthead
            code={code}
            title={title}
            phrase={phrase}
            price={hasFilter ? null : price}
            total={isSoldOut ? 0 : total}
            warning={placeTexts?.install ?? null}
          />
        ),
        title: words('country.title', { country: phrase }),
        description,
        filtered: hasFilter || days !== undefined,
        withMap: true,
        share: { country: { code, title } },
      },
    )
  },
})
