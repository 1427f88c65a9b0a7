import { defaultLocale } from '../../src/words/locales.shared.ts'
import { pageTable } from '../../src/words/page-table.ts'
import type { PageName } from '../../src/words/page-table.ts'
import { href, paths } from '../../src/words/paths.shared.ts'

/**
 * States of pages in the sample shop, as query strings or whole paths. A public page without path
 * parameters needs no entry, because its plain URL is tested.
 */
const states: { readonly [name in PageName]?: readonly string[] } = {
  countries: ['', '?search_string=zzzz'],
  country: [
    '/esim/countries/tr',
    '/esim/countries/tr?sort=-price&traffic=10',
    '/esim/countries/cu',
    // One of the largest lists.
    '/esim/countries/id',
  ],
  countryRegion: ['/esim/countries/ru/mow'],
  regions: ['', '/esim/regions/ru'],
  worldRegion: ['', '?region=global'],
  tariffs: ['', '?search_string=turkcell&page=2'],
  tariff: [
    '/esim/tariffs/th-ais/th-ais-5gb-15d',
    '/esim/tariffs/meridian-travel/global-10gb-30d',
    // The plan with the longest page.
    '/esim/tariffs/meridian-travel/global-unlimited-15d',
  ],
  compare: [
    '',
    '?country=th',
    '?country=th&tariffID=th-ais-5gb-15d',
    '?tariffID=europe-100gb-180d,global-unlimited-15d,tr-turkcell-10gb-30d',
  ],
  questions: [
    '',
    '/klientam/questions-and-answers/installing',
    '/klientam/questions-and-answers/when-starts',
    '?search_string=zzzz',
  ],
  post: ['/blog/what-unlimited-means'],
  check: [
    '',
    '?search_string=iphone+12',
    '?search_string=galaxy',
    '?search_string=zzzz',
    '?model=samsung-galaxy-s20&bought=kr',
    '?model=apple-iphone-8',
  ],
  order: [
    '?tariffID=th-ais-5gb-15d',
    // Sold out.
    '?tariffID=ad-som-3gb-15d',
    '?tariffID=th-ais-5gb-15d,ad-som-3gb-15d',
  ],
  instruction: [''],
  operatorInfo: [''],
  paymentFailed: [''],
  login: ['', '?as=partner'],
  register: [''],
}

export const publicPages: readonly string[] = [
  ...Object.entries(pageTable).flatMap(([name, { access }]) =>
    pathsOf(name as PageName, access === 'public'),
  ),
  '/no-such-page',
]

function pathsOf(name: PageName, isPublic: boolean): string[] {
  const pageStates = states[name] ?? (isPublic ? [''] : [])
  if (states[name] === undefined && isPublic && /:\w+(\/|$)/.test(paths[name]))
    throw new Error(`Add a sample path of the page ${name} to test/e2e/public-pages.ts`)
  return pageStates.map((state) =>
    state.startsWith('/') ? state : href(defaultLocale, name as 'home') + state,
  )
}
