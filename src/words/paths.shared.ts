import { product } from '../kit/product.shared.ts'
import { localePrefix, type Locale } from './locales.shared.ts'

// oxlint-disable-next-line max-lines-per-function -- a table of paths
export function pathsOf<const Slug extends string>(slug: Slug) {
  return {
    home: '/',
    about: '/about',
    blog: '/blog',
    post: '/blog/:id',
    contacts: '/contacts',
    product: `/${slug}`,
    countries: `/${slug}/countries`,
    countrySuggestions: `/${slug}/countries.json`,
    country: `/${slug}/countries/:country`,
    countryRegion: `/${slug}/countries/:country/:region`,
    regions: `/${slug}/regions/:country?`,
    worldRegion: `/${slug}/region`,
    tariffs: `/${slug}/tariffs`,
    tariff: `/${slug}/tariffs/:operator/:tariffID`,
    compare: `/${slug}/compare`,
    check: `/${slug}/check`,
    trip: `/${slug}/trip`,
    stockAlert: `/${slug}-stock-alert`,
    instruction: `/${slug}-instruction`,
    activationCalendar: `/${slug}-instruction.ics`,
    operatorInfo: `/${slug}-operator-info`,
    order: `/${slug}-order`,
    topUp: `/${slug}-top-up`,
    review: `/${slug}-review`,
    tripPicture: `/${slug}-trip.png`,
    feedback: '/feedback',
    referralProgram: '/referral-program',
    sitemap: '/sitemap',
    questions: '/klientam/questions-and-answers/:block?/:question?',
    paymentSuccess: '/payment/success',
    paymentFailed: '/payment/failed',
    paymentReceipt: '/payment/receipt',
    login: '/login',
    register: '/register',
    account: '/account',
    dataPolicy: '/data-policy',
    userAgreement: '/user-agreement',
    offline: '/offline',
    manifest: '/manifest.webmanifest',
    esimManifest: `/${slug}.webmanifest`,
    sharePicture: '/og/:file',
    coverageMap: '/maps/:version/:file',
  } as const
}

export const paths = pathsOf(product.slug)
export type PathName = keyof typeof paths

type Segments<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? Head | Segments<Tail>
  : Path
type RequiredParam<Segment> = Segment extends `:${infer Name}`
  ? Name extends `${string}?`
    ? never
    : Name
  : never
type OptionalParam<Segment> = Segment extends `:${infer Name}?` ? Name : never

type RequiredNames<Name extends PathName> = RequiredParam<Segments<(typeof paths)[Name]>>
type OptionalNames<Name extends PathName> = OptionalParam<Segments<(typeof paths)[Name]>>

export type PathParams<Name extends PathName> = {
  readonly [key in RequiredNames<Name>]: string
} & {
  readonly [key in OptionalNames<Name>]?: string
}

type HrefArgs<Name extends PathName> = [RequiredNames<Name>] extends [never]
  ? [params?: PathParams<Name> | null, query?: QueryParams]
  : [params: PathParams<Name>, query?: QueryParams]

export type QueryParams = { readonly [key: string]: string | number | undefined }

/**
 * Returns the URL of a page: `href('ru', 'country', { country: 'tr' })` → `/ru/esim/countries/tr`.
 */
export function href<Name extends PathName>(
  locale: Locale,
  name: Name,
  ...args: HrefArgs<Name>
): string {
  const params: { readonly [key: string]: string | undefined } = args[0] ?? {}
  const { start, rest } = templates[name]
  let path = localePrefix(locale) + start
  for (const { param, text } of rest) {
    const value = params[param]
    path += value === undefined ? text : `/${encodeURIComponent(value)}${text}`
  }
  return (path || '/') + (args[1] ? queryString(args[1]) : '')
}

/** A path with the texts before its first parameter and after each parameter. */
type PathTemplate = {
  readonly start: string
  readonly rest: readonly { readonly param: string; readonly text: string }[]
}

/** Each path is split only once, because a page may have hundreds of links. */
const templates = Object.fromEntries(
  Object.entries(paths).map(([name, path]) => [name, templateOf(path)]),
) as { readonly [Name in PathName]: PathTemplate } // the table has every path

function templateOf(path: string): PathTemplate {
  const [start = '', ...rest] = path === '/' ? [] : path.split('/:')
  return {
    start,
    rest: rest.map((part) => {
      const [param = ''] = /^\w+/.exec(part) ?? []
      return { param, text: part.slice(param.length).replace(/^\?/, '') }
    }),
  }
}

export function queryString(query: QueryParams): string {
  let text = ''
  for (const [key, value] of Object.entries(query))
    if (value !== undefined)
      text += `${text === '' ? '?' : '&'}${formEncoded(key)}=${formEncoded(String(value))}`
  return text
}

/** Characters that forms do not encode. Most names and values consist of them. */
const unencoded = /^[\w.*-]*$/

/** Encodes text as `application/x-www-form-urlencoded`. */
function formEncoded(text: string): string {
  return unencoded.test(text) ? text : new URLSearchParams([['', text]]).toString().slice(1)
}
