import { decimalOf, type Money } from './money.shared.ts'

export type StructuredData = { readonly '@type': string; readonly [property: string]: unknown }

type SellerFacts = {
  readonly SITE_ORIGIN: string
  readonly BRAND_NAME: string
  readonly LEGAL_NAME: string
  readonly SUPPORT_EMAIL: string
  readonly SUPPORT_PHONE: string | null
  readonly TELEGRAM_URL: string | null
  readonly VK_URL: string | null
  readonly LINKEDIN_URL: string | null
}

export function organization(shop: SellerFacts): StructuredData {
  const { TELEGRAM_URL, VK_URL, LINKEDIN_URL, SUPPORT_PHONE } = shop
  return {
    '@type': 'Organization',
    name: shop.BRAND_NAME,
    legalName: shop.LEGAL_NAME,
    url: shop.SITE_ORIGIN,
    logo: `${shop.SITE_ORIGIN}/icon.svg`,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email: shop.SUPPORT_EMAIL,
      ...(SUPPORT_PHONE !== null && { telephone: SUPPORT_PHONE }),
    },
    sameAs: [TELEGRAM_URL, VK_URL, LINKEDIN_URL].filter((link) => link !== null),
  }
}

type PlanForSale = {
  readonly tariffID: string
  readonly name: string
  readonly description: string
  readonly operator: string
  readonly prices: readonly Money[]
  readonly inStock: boolean
  readonly url: string
  readonly image: string
  /** Countries in which the plan works, as ISO 3166-1 alpha-2 codes. */
  readonly countryCodes: readonly string[]
  readonly reviews: ReviewFacts
}

export function planForSale(plan: PlanForSale): StructuredData {
  const availability = `https://schema.org/${plan.inStock ? 'InStock' : 'OutOfStock'}`
  return {
    '@type': 'Product',
    name: plan.name,
    description: plan.description,
    sku: plan.tariffID,
    brand: { '@type': 'Brand', name: plan.operator },
    image: plan.image,
    offers: plan.prices.map((price) => ({
      '@type': 'Offer',
      priceCurrency: price.currency,
      price: decimalOf(price),
      availability,
      url: plan.url,
    })),
    additionalProperty: {
      '@type': 'PropertyValue',
      name: 'coverage',
      value: plan.countryCodes.map((code) => code.toUpperCase()).join(', '),
    },
    ...reviewProperties(plan.reviews),
  }
}

type PlaceFacts = {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly image: string
  /** The prices on the page, all in one currency. */
  readonly prices: readonly Money[]
  readonly reviews: ReviewFacts
}

/**
 * Describes the plans of a place as one product, with its lowest and highest price. Returns null
 * without prices.
 */
export function plansForPlace(place: PlaceFacts): StructuredData | null {
  const { name, description, url, image, prices, reviews } = place
  const sorted = prices.toSorted((a, b) => a.minor - b.minor)
  const [low, high] = [sorted[0], sorted.at(-1)]
  if (!low || !high) return null
  return {
    '@type': 'Product',
    name,
    description,
    image,
    offers: {
      '@type': 'AggregateOffer',
      priceCurrency: low.currency,
      lowPrice: decimalOf(low),
      highPrice: decimalOf(high),
      offerCount: sorted.length,
      availability: 'https://schema.org/InStock',
      url,
    },
    ...reviewProperties(reviews),
  }
}

export function faqPage(
  questions: readonly { readonly question: string; readonly answer: readonly string[] }[],
): StructuredData {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.join('\n') },
    })),
  }
}

export function breadcrumbList(steps: readonly { readonly name: string; readonly url: string }[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  }
}

type PostFacts = {
  readonly title: string
  readonly description: string
  readonly date: string
  readonly lang: string
  readonly url: string
  readonly image: string
  readonly publisher: string
}

export function blogPosting(post: PostFacts): StructuredData {
  const publisher = { '@type': 'Organization', name: post.publisher }
  return {
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.description,
    datePublished: post.date,
    inLanguage: post.lang,
    mainEntityOfPage: post.url,
    image: post.image,
    author: publisher,
    publisher,
  }
}

/** Verified reviews only. Invented samples are never structured data. */
export type ReviewFacts = {
  readonly rating: { readonly count: number; readonly average: number } | null
  /** The reviews that the page shows. */
  readonly reviews: readonly {
    readonly rating: number
    readonly text: string
    readonly author: string
    readonly writtenAt: string
  }[]
}

/** Returns the review properties of a product, or none without a rating. */
export function reviewProperties({ rating, reviews }: ReviewFacts): {
  readonly [property: string]: unknown
} {
  if (rating === null) return {}
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: rating.average,
      reviewCount: rating.count,
    },
    ...(reviews.length > 0 && {
      review: reviews.map((each) => ({
        '@type': 'Review',
        reviewRating: { '@type': 'Rating', ratingValue: each.rating },
        author: { '@type': 'Person', name: each.author },
        datePublished: each.writtenAt.slice(0, 10),
        reviewBody: each.text,
      })),
    }),
  }
}
