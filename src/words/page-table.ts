import { mainCountry } from '../kit/product.shared.ts'
import { defaultLocale, pathInLocale, type Locale, type OptionalLink } from './locales.shared.ts'
import { href, paths, type PathName } from './paths.shared.ts'
import type { WordKey } from './words.shared.ts'
import { isInOffice, officePath } from './office-paths.ts'

/**
 * The visitors who may open a page. `public`: everyone. The page is the same for every anonymous
 * visitor. `personal`: everyone. The page depends on the visitor's device, so no shared cache
 * stores it. `private`: visitors with the secret in its query. `guest`: visitors without a session.
 * `customer`, `partner`: visitors with a session of that kind.
 */
export type Access = 'public' | 'personal' | 'private' | 'guest' | 'customer' | 'partner'

type PageEntry = {
  readonly access: Access
  /** The page's name in the footer and on the sitemap page, which omit pages without a label. */
  readonly label?: WordKey
  readonly footer?: 'customers' | 'shop' | 'legal'
  readonly optional?: OptionalLink
  readonly noindex?: true
}

type EndpointName =
  | 'activationCalendar'
  | 'countrySuggestions'
  | 'coverageMap'
  | 'esimManifest'
  | 'manifest'
  | 'sharePicture'
  | 'tripPicture'
export type PageName = Exclude<PathName, EndpointName>

/**
 * Every page of the shop. Access control, footer, sitemap page, sitemap.xml, robots.txt and the
 * end-to-end tests read this table, in its order.
 */
export const pageTable = {
  home: { access: 'public', label: 'home.title' },
  product: { access: 'public', label: 'product.title' },
  countries: { access: 'public', label: 'layout.allCountries', footer: 'customers' },
  worldRegion: { access: 'public', label: 'layout.worldRegions', footer: 'customers' },
  regions: { access: 'public', label: 'layout.russianRegions', footer: 'customers' },
  tariffs: { access: 'public', label: 'layout.allTariffs', footer: 'customers' },
  trip: { access: 'public', label: 'tripSearch.title', footer: 'customers' },
  check: { access: 'personal', label: 'check.title', footer: 'customers' },
  account: { access: 'customer', label: 'layout.account', footer: 'customers', noindex: true },
  instruction: { access: 'private', label: 'instruction.generalTitle', noindex: true },
  questions: { access: 'public', label: 'layout.help', footer: 'shop' },
  contacts: { access: 'public', label: 'layout.contact', footer: 'shop' },
  about: { access: 'public', label: 'layout.about', footer: 'shop' },
  feedback: { access: 'public', label: 'layout.reviews', footer: 'shop' },
  blog: { access: 'public', label: 'layout.blog', footer: 'shop', optional: 'blog' },
  sitemap: { access: 'public', label: 'layout.sitemap', footer: 'shop' },
  dataPolicy: { access: 'public', label: 'layout.dataPolicy', footer: 'legal' },
  userAgreement: { access: 'public', label: 'layout.userAgreement', footer: 'legal' },
  country: { access: 'public' },
  countryRegion: { access: 'public' },
  tariff: { access: 'public' },
  compare: { access: 'public' },
  post: { access: 'public' },
  order: { access: 'private' },
  topUp: { access: 'private' },
  stockAlert: { access: 'private' },
  operatorInfo: { access: 'private' },
  review: { access: 'private' },
  paymentSuccess: { access: 'private' },
  paymentFailed: { access: 'private' },
  paymentReceipt: { access: 'private' },
  login: { access: 'guest' },
  register: { access: 'guest' },
  referralProgram: { access: 'partner' },
  offline: { access: 'public' },
} as const satisfies { readonly [name in PageName]: PageEntry }

export const pageNames = Object.keys(pageTable) as readonly PageName[] // keys of a literal object

export type AccessOf<Name extends PageName> = (typeof pageTable)[Name]['access']

type ListedName = {
  [Name in PageName]: (typeof pageTable)[Name] extends { label: WordKey } ? Name : never
}[PageName]

export type ListedPage = PageEntry & { readonly name: ListedName; readonly label: WordKey }

export const listedPages: readonly ListedPage[] = pageNames.flatMap((name) =>
  isListed(name) ? [{ ...pageTable[name], name }] : [],
)

function isListed(name: PageName): name is ListedName {
  return 'label' in pageTable[name]
}

export function listedHref(locale: Locale, name: ListedName): string {
  return name === 'regions' ? href(locale, name, { country: mainCountry }) : href(locale, name)
}

/**
 * URLs that are not pages, by their first segment. The rest of the URL may contain the id of an
 * order.
 */
const otherRoutes = new Set([
  'callbacks',
  'consent',
  'consent.css',
  'dev',
  'failed-search',
  'healthz',
  'locale',
  'robots.txt',
  'sitemap.xml',
  'sitemaps',
])

const fixed = new Map<string, PathName>(
  Object.entries(paths).map(([name, path]) => [path, name as PathName]), // keys of a literal object
)

const patterns = Array.from(fixed, ([path, name]) => ({
  name,
  pattern: new RegExp(`^${path.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`),
}))

/** Returns the name of the path of a page or file, or null. */
export function pathNameOf(pathname: string): PathName | null {
  const path = pathInLocale(defaultLocale, pathname)
  const name = fixed.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.name
  return name ?? null
}

/**
 * Returns the route pattern of a path, for logs: `/esim/countries/:country` for
 * `/ru/esim/countries/tr`. It contains nothing that a visitor typed.
 */
export function routeOf(pathname: string): string {
  const name = pathNameOf(pathname)
  if (name !== null) return paths[name]
  const path = pathInLocale(defaultLocale, pathname)
  if (isInOffice(path)) return officePath
  const [, first = ''] = path.split('/')
  return otherRoutes.has(first) ? `/${first}` : 'unknown'
}
