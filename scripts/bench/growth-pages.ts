export type GrowthPage = {
  readonly name: string
  readonly path: string
  /**
   * The small catalogue of the page has this many times as many plans, because a smaller one has
   * too few for a full page.
   */
  readonly times?: number
}

/** Pages that exist, and are full, in generated catalogues of both sizes. */
export const growthPages: readonly GrowthPage[] = [
  { name: 'home', path: '/' },
  { name: 'countries', path: '/esim/countries' },
  { name: 'countries of the search', path: '/esim/countries.json' },
  { name: 'plans of a country', path: '/esim/countries/tr' },
  { name: 'a filter', path: '/esim/countries/tr?days=30', times: 10 },
  { name: 'two filters', path: '/esim/countries/tr?days=30&traffic=10', times: 10 },
  { name: 'an operator in a country', path: '/esim/countries/tr?operator=reseller-0', times: 10 },
  { name: 'plans of a region', path: '/esim/countries/ru/bel', times: 100 },
  { name: 'regions of a country', path: '/esim/regions/ru' },
  { name: 'plans for a world region', path: '/esim/region?region=europe', times: 100 },
  { name: 'all plans', path: '/esim/tariffs' },
  { name: 'all plans, two filters', path: '/esim/tariffs?days=30&traffic=10' },
  { name: 'all plans of an operator', path: '/esim/tariffs?operator=reseller-0' },
  { name: 'search for a country', path: '/esim/tariffs?search_string=turkey' },
  { name: 'search for operators', path: '/esim/tariffs?search_string=vodafone' },
  { name: 'one plan', path: '/esim/tariffs/reseller-146/plan-11' },
  { name: 'comparison', path: '/esim/compare?country=tr&tariffID=plan-2,plan-3,plan-11' },
  { name: 'trip to one country', path: '/esim/trip?search_string=turkey&days=7&gigabytes=5' },
  {
    name: 'trip to two countries',
    path: '/esim/trip?search_string=turkey,+france&days=7&gigabytes=5',
    times: 10,
  },
  {
    name: 'trip to five countries',
    path: '/esim/trip?search_string=turkey,+greece,+italy,+france,+spain&days=12&gigabytes=10',
    times: 10,
  },
  { name: 'sitemap', path: '/sitemap.xml' },
  { name: 'plans in the sitemap', path: '/sitemap-plans-1.xml', times: 10 },
]
