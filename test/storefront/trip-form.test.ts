import { beforeAll, expect, it } from 'vitest'
import { wordsOf } from '../../src/words/words.shared.ts'
import { stockShop } from '../support/small-shop.ts'
import { visit, visitText } from '../support/visit.ts'

beforeAll(() => stockShop(1))

it('describes the field of the places when the text has none', async () => {
  const field = async (search: string) => {
    const html = await visitText(`/esim/trip?search_string=${search}`)
    const hasProblems = html.includes('<div role="status" id="places">')
    return { hasProblems, input: /<input[^>]*name="search_string"[^>]*>/.exec(html)?.[0] }
  }
  const wrong = await field('Narnia')
  expect(wrong.hasProblems).toBe(true)
  expect(wrong.input).toContain(' aria-invalid="true"')
  expect(wrong.input).toContain(' aria-describedby="places"')
  const right = await field('Cuba+3+days')
  expect(right.hasProblems).toBe(false)
  expect(right.input).not.toContain('aria-')
})

it('asks what a misspelt country is, and plans nothing for it', async () => {
  const words = wordsOf('en')
  const html = await visitText('/esim/trip?search_string=Istnbul+two+weeks+3+GB')
  expect(html).toContain(words('tripSearch.didYouMean', { country: 'Türkiye' }))
  expect(html).not.toContain('class="pass"')
  const links = [...html.matchAll(/href="(\/esim\/trip\?[^"]*)" rel="nofollow"/g)].map(
    ([, link = '']) => new URL(link.replaceAll('&amp;', '&'), 'http://shop').searchParams,
  )
  expect(links.map((params) => params.get('search_string'))).toEqual([
    'Türkiye two weeks 3 GB',
    'two weeks 3 GB',
  ])
})

it('leaves out words that are no places, and names only what seems to be one', async () => {
  const words = wordsOf('en')
  const html = await visitText('/esim/trip?search_string=my+honeymoon+in+Cuba+and+Narnia')
  expect(html).toContain(words('tripSearch.leftOut', { names: 'Narnia' }))
  expect(html).not.toContain('honeymoon</p>')
  expect(html).not.toContain('class="error"')
  expect(html).toContain(' value="my honeymoon in Cuba and Narnia"')
})

it.each([
  ['train across Cuba and Türkiye, work', 'Cuba, Türkiye, 7 days, Maps and messages'],
  ['Europe and Cuba for two weeks', 'Europe, Cuba, 14 days, Maps and messages'],
  ['шенген', 'Schengen area, 7 days, Maps and messages'],
  ['Cuba 3 days, Türkiye 4 days', 'Cuba 3 days, Türkiye 4 days, Maps and messages'],
])('links from %j to the trip as it understood it, with less data', async (text, shorter) => {
  const html = await visitText(`/esim/trip?search_string=${encodeURIComponent(text)}`)
  const links = [...html.matchAll(/href="(\/esim\/trip\?search_string=[^"]*)"/g)].map(
    ([, link = '']) =>
      new URL(link, 'http://shop').searchParams.get('search_string')?.replaceAll('\u00A0', ' '),
  )
  expect(links).toContain(shorter)
})

it('leads from the search to the planner when a text names several places', async () => {
  for (const text of ['türkiye cuba', 'Europe and Cuba', 'Cuba 5 GB', 'Cuba for a week']) {
    const query = new URLSearchParams({ search_string: text }).toString()
    const search = await visit(`/esim/countries?${query}`)
    expect(search.headers.get('Location')).toBe(`/esim/trip?${query}`)
  }
})

it.each([
  ['search_string=T%C3%BCrkiye,+120+days', true],
  ['search_string=T%C3%BCrkiye+60+days,+Cuba+60+days', true],
  ['search_string=T%C3%BCrkiye,+90+days', false],
])('says that a trip of 120 days is too long to plan: %s', async (query, isTooLong) => {
  const words = wordsOf('en')
  const days = words('units.days', { count: 120 })
  const most = words('units.days', { count: 90 })
  const html = await visitText(`/esim/trip?${query}`)
  expect(html.includes(words('tripSearch.tooLong', { days, most }))).toBe(isTooLong)
  // The links show what the plans are for.
  expect(html).toMatch(/90(\u00A0|%C2%A0|\+| )days|60(\u00A0|%C2%A0|\+| )days/)
})

it.each(['en', 'ru'] as const)('names the dates that it cannot read in %s', async (lang) => {
  const dates = '20.12.2026 – 25.11.2026'
  const query = new URLSearchParams({ search_string: `Türkiye ${dates}` }).toString()
  const prefix = lang === 'ru' ? '/ru' : ''
  const html = await visitText(`${prefix}/esim/trip?${query}`)
  expect(html).toContain(wordsOf(lang)('tripSearch.unreadDates', { dates }))
  const assumed = { days: wordsOf(lang)('units.days', { count: 7 }) }
  expect(html).toContain(wordsOf(lang)('tripSearch.assumed', assumed))
  const search = await visit(`${prefix}/esim/countries?${query}`)
  expect(search.headers.get('Location')).toBe(`${prefix}/esim/trip?${query}`)
})

it.each([
  ['trip=91', true],
  ['trip=120', true],
  ['trip=90', false],
])(
  'plans the first 90 days of a trip to one country, and says so: %s',
  async (query, isTooLong) => {
    const words = wordsOf('en')
    const days = words('units.days', { count: 90 })
    const html = await visitText(`/esim/countries/tr?${query}`)
    expect(html.includes(words('trip.tooLong', { days }))).toBe(isTooLong)
    expect(html).toMatch(/name="trip"[^>]* value="90"/)
    expect(html).toContain(`For ${days}`)
  },
)
