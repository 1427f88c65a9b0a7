import { z } from 'zod'
import { operatorIdent, tariffID } from '../../api/common.ts'
import type { Plan, DetailedPlan } from '../operations.ts'
import type { SampleReview } from '../../../content/types.ts'
import { content } from '../../words/content.ts'
import { apiErrorPage, notFoundPage } from '../../site/error-pages.tsx'
import { CoverArt, loadCover } from './cover.tsx'
import { coverageOf } from './coverage.tsx'
import type { Cover } from '../map/draw-map.ts'
import { page } from '../../site/page.ts'
import { pictureHref } from '../../site/head.tsx'
import { reportUnmetDemand } from '../../site/demand-reports.ts'
import { nearestFares } from '../fares.ts'
import { pricesIn } from '../../kit/money.shared.ts'
import { planForSale } from '../../kit/structured-data.ts'
import { href } from '../../words/paths.shared.ts'
import type { ApiClient } from '../../site/api/api-client.ts'
import { Breadcrumbs } from '../../ui/navigation.tsx'
import { JsonLd } from '../../ui/hydrated-form.tsx'
import { reviewFacts, shortReviews, type RatedReviews } from '../../reviews/review-facts.ts'
import { useSite, type Site } from '../../ui/site.tsx'
import { compareHref, placeOfPlan } from '../plan-filters.tsx'
import { PlanChecks } from '../plan-checks.tsx'
import { PlanCoverage, PlanFacts, PassOfPlan } from './plan-parts.tsx'
import { priceText, planName, perDayText, sizeText } from '../../words/plan-words.ts'
import { PlanPassCard } from '../plan-card.tsx'
import { ReviewList, AverageRating, VerifiedReviews } from '../../reviews/review-list.tsx'

/** The largest number of countries of a plan whose page has a map. */
const mostMapped = 60

export const planPage = page('tariff', {
  access: 'public',
  params: z.object({ operator: operatorIdent, tariffID }),
  async get(c, { params }) {
    const { locale, words, currencies, config, api, dictionaries } = c.var
    const [answer, lists, reviewAnswer] = await Promise.all([
      api.tariff({ id: params.tariffID }),
      dictionaries.countryLists(),
      api.reviews({ tariffID: params.tariffID, per_page: shownReviews }),
    ])
    if (!answer.ok) return apiErrorPage(c, answer.error)
    const tariff = answer.value.data
    if (tariff.operator.ident !== params.operator) return notFoundPage(c)
    if (!tariff.inStock) reportUnmetDemand(c, [{ kind: 'tariff', subject: tariff.tariffID }])
    const [coverage, alternatives] = await Promise.all([
      hasMap(tariff) ? coverageOf(c, lists, tariff.countryCodes) : null,
      tariff.inStock ? [] : loadAlternatives(api, tariff),
    ])
    // An API without this operation can sell plans too.
    const reviews = shortReviews(reviewAnswer)
    const plan = planName({ locale, words }, tariff)
    const operator = tariff.operator.title
    const price = priceText({ locale, currencies }, tariff.prices)
    const description = words(descriptionOf(tariff), { plan, price, operator })
    // Invented reviews must not sell a plan, so only a shop in development shows them.
    const samples = config.DEV_TOOLS && reviews.data.length === 0 ? content[locale].planReviews : []
    return c.render(
      <>
        {alternatives.length > 0 && <AlternativePlans fares={alternatives} />}
        <PlanData tariff={tariff} name={plan} description={description} reviews={reviews} />
        <FactsAndChecks tariff={tariff} />
        <PlanCoverage tariff={tariff} coverage={coverage} />
        <PlanReviews kind={tariff.kind} reviews={reviews} />
        <SampleReviews reviews={samples} countries={tariff.countryCodes} />
        <BuyBar tariff={tariff} />
      </>,
      {
        opening: <PlanMasthead tariff={tariff} plan={plan} cover={await coverOfPlan(tariff)} />,
        title: words('tariff.title', { plan, operator }),
        description,
        styles: stylesOf(coverage !== null, alternatives.length > 0),
        share: shareOf(tariff),
      },
    )
  },
})

function shareOf(tariff: DetailedPlan) {
  const country = countryOf(tariff)
  return { type: 'product', ...(country && { country }) } as const
}

function descriptionOf({ starts }: DetailedPlan) {
  return starts === 'installation' ? 'tariff.descriptionInstall' : 'tariff.description'
}

/**
 * Whether the page has a map. The map has no regions, and the page of a world plan has no bytes
 * left for a map.
 */
function hasMap({ regionIdent, countryCodes }: DetailedPlan): boolean {
  return regionIdent === null && countryCodes.length <= mostMapped
}

type PlanDataProps = {
  readonly tariff: DetailedPlan
  readonly name: string
  readonly description: string
  readonly reviews: RatedReviews
}

/** Adds the plan as structured data. */
function PlanData({ tariff, name, description, reviews: { rating, data } }: PlanDataProps) {
  const { locale, words, origin, currencies } = useSite()
  const { tariffID: id, inStock, countryCodes, operator, prices } = tariff
  const ofPlan = data.filter((review) => review.tariff.tariffID === id)
  const plan = planForSale({
    tariffID: id,
    name,
    description,
    operator: operator.title,
    prices: pricesIn(currencies, prices),
    inStock,
    url: origin + href(locale, 'tariff', { operator: operator.ident, tariffID: id }),
    image: origin + pictureHref(locale, countryOf(tariff)?.code ?? null),
    countryCodes,
    reviews: reviewFacts(words, rating, ofPlan),
  })
  return <JsonLd data={plan} />
}

async function coverOfPlan({ kind, countryCodes }: DetailedPlan): Promise<Cover | null> {
  return kind === 'multi' ? null : loadCover(countryCodes[0] ?? '')
}

type PlanMastheadProps = {
  readonly tariff: DetailedPlan
  readonly plan: string
  readonly cover: Cover | null
}

function PlanMasthead({ tariff, plan, cover }: PlanMastheadProps) {
  return (
    <section className={cover ? 'masthead cover' : 'masthead'}>
      {cover && <CoverArt country={tariff.countryCodes[0] ?? ''} {...cover} />}
      <Breadcrumbs steps={breadcrumbsOf(useSite(), tariff)} here={plan} />
      <PassOfPlan tariff={tariff} />
    </section>
  )
}

/** Returns the pages above the plan's page. */
function breadcrumbsOf({ locale, words }: Pick<Site, 'locale' | 'words'>, plan: DetailedPlan) {
  const { regionIdent: region, placeTitle } = plan
  const all = { label: words('countries.title'), href: href(locale, 'countries') }
  const pictured = countryOf(plan)
  if (pictured === null)
    return [all, { label: words('layout.worldRegions'), href: href(locale, 'worldRegion') }]
  const { code: country, title } = pictured
  const ofCountry = { label: title, href: href(locale, 'country', { country }) }
  if (region === null) return [all, ofCountry]
  const ofRegion = { label: placeTitle, href: href(locale, 'countryRegion', { country, region }) }
  return [all, ofCountry, ofRegion]
}

function FactsAndChecks({ tariff: plan }: { readonly tariff: DetailedPlan }) {
  const { locale, words } = useSite()
  const plans = { tariffIDs: [plan.tariffID], people: 1 }
  return (
    <section className="two-columns">
      <div>
        <h2>{words('tariff.factsTitle')}</h2>
        <PlanFacts tariff={plan} />
        {plan.inStock && (
          <p>
            <a href={compareHref(locale, placeOfPlan(plan), [plan.tariffID])} rel="nofollow">
              {words('compare.similar')}
            </a>
          </p>
        )}
      </div>
      {plan.inStock && <PlanChecks tariffs={[plan]} plans={plans} />}
    </section>
  )
}

/** Returns null for a plan for several countries. */
function countryOf({ kind, countryCodes, networks, placeTitle }: DetailedPlan) {
  const [code] = countryCodes
  if (kind === 'multi' || code === undefined) return null
  const named = networks.find(({ countryCode2Letters }) => countryCode2Letters === code)
  return { code, title: named?.countryTitle ?? placeTitle }
}

const shownInstead = 3

/** Returns plans in stock for the place of a sold-out plan, the closest in size first. */
async function loadAlternatives(
  api: ApiClient,
  { kind, countryCodes: [country], regionIdent: region, ...size }: DetailedPlan,
): Promise<readonly Plan[]> {
  if (kind === 'multi' || country === undefined) return []
  const answer = await api.tariffFares({ country, ...(region !== null && { region }) })
  return answer.ok ? nearestFares(answer.value.data, size, shownInstead) : []
}

function stylesOf(isMapped: boolean, hasAlternatives: boolean) {
  if (hasAlternatives) return 'planAndOthers'
  return isMapped ? 'planWithMap' : 'plan'
}

const shownReviews = 3

/** Lists plans in stock for the same place, on the page of a sold-out plan. */
function AlternativePlans({ fares }: { fares: readonly Plan[] }) {
  const site = useSite()
  const { words } = site
  return (
    <section>
      <h2>{words('tariff.insteadTitle')}</h2>
      <ul className="passes">
        {fares.map((fare) => (
          <PlanPassCard
            key={fare.tariffID}
            tariff={fare}
            label={<span>{fare.kind === 'country' ? fare.operator.title : fare.placeTitle}</span>}
            note={perDayText(site, fare)}
          >
            {fare.kind === 'multi' && words('units.countries', { count: fare.countryCodes.length })}
          </PlanPassCard>
        ))}
      </ul>
    </section>
  )
}

/**
 * Shows price and button at the bottom of a phone. CSS shows it after the pass has scrolled out of
 * view.
 */
function BuyBar({ tariff: plan }: { tariff: DetailedPlan }) {
  const site = useSite()
  const { locale, words } = site
  if (!plan.inStock) return null
  const price = priceText(site, plan.prices)
  return (
    <p className="buy-bar">
      <span>
        <b>{sizeText(site, plan)}</b> {words('units.days', { count: plan.validityDays })}
      </span>
      <a
        className="button"
        href={href(locale, 'order', null, { tariffID: plan.tariffID })}
        data-dialog="activation"
      >
        {words('tariff.buy', { price })}
      </a>
    </p>
  )
}

type ReviewsProps = { readonly kind: Plan['kind']; readonly reviews: RatedReviews }

/** Shows the average rating of the plan, and reviews of it and of other plans for its countries. */
function PlanReviews({ kind, reviews: { data, rating } }: ReviewsProps) {
  const { words } = useSite()
  return (
    <>
      {rating && (
        <section>
          <h2>{words('review.planTitle')}</h2>
          <AverageRating rating={rating} />
        </section>
      )}
      {data.length > 0 && (
        <section>
          <h2>{words('review.countryTitle')}</h2>
          <VerifiedReviews reviews={data} hasEagerFlags={kind !== 'multi'} />
        </section>
      )}
    </>
  )
}

type SamplesProps = {
  readonly reviews: readonly SampleReview[]
  readonly countries: readonly string[]
}

function SampleReviews({ reviews, countries }: SamplesProps) {
  const { words } = useSite()
  const ofPlan = reviews.filter(({ country }) => countries.includes(country))
  if (ofPlan.length === 0) return null
  return (
    <section>
      <h2>{words('tariff.reviewsTitle')}</h2>
      <p className="soft">{words('feedback.lead')}</p>
      <ReviewList reviews={ofPlan.slice(0, shownReviews)} hasEagerFlags={countries.length === 1} />
    </section>
  )
}
