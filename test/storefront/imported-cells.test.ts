import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { catalogueStatements } from '../../src/plans/catalogue-difference.ts'
import { readCatalogue } from '../../src/plans/read-catalogue.ts'
import { describeProblem } from '../../src/plans/read-csv.ts'
import { orderOf, api, pay, rows, run, usd } from '../support/small-shop.ts'
import { visit, visitText } from '../support/visit.ts'

const terms = { currencies: ['USD'], charges: () => [{ least: 1, most: Infinity }] } as const

/**
 * The longest cells that an import accepts, with characters that fonts, pictures and sorting may
 * not support.
 */
const odd = `"<ünï>' & 中文 العربية 💥 ${'W'.repeat(200)}`.slice(0, 200)
const countries = ['tr', 'cu', 'ru']
const most = '999999999'
const files = {
  countries: [
    'code,title_en,title_ru,popularity,aliases',
    ...countries.map(
      (code) => `${code},${quoteCell(odd)},${quoteCell(odd)},${most},${quoteCell(odd)}`,
    ),
  ],
  regions: [
    'country,ident,title_en,title_ru',
    `ru,${'m'.repeat(40)},${quoteCell(odd)},${quoteCell(odd)}`,
  ],
  operators: [
    'ident,title,website,supportPhone,supportEmail',
    `${'o'.repeat(64)},${quoteCell(odd)},https://x.example/${'a'.repeat(2000)},${quoteCell(odd)},a@b.example`,
  ],
  plans: [
    'tariffID,operator,countries,region,worldRegion,market,trafficMb,fairUseThresholdMb,fairUseSpeedKbps,validityDays,priceUSD,priceRUB,minutes,sms,unlimitedApps,networks,hotspot,topUp,kyc,apn',
    planOf('largest', 'tr', '', '', most, '', '366', '999999999.99'),
    planOf('smallest', 'cu', '', '', '1', '', '1', '0.01'),
    planOf('unlimited', 'tr cu ru', '', 'global', 'unlimited', most, '366', '999999999.99'),
    planOf('regional', 'ru', 'm'.repeat(40), '', most, '', '366', '999999999.99'),
  ],
}

beforeAll(async () => {
  const sources = Object.entries(files).map(([name, lines]) => ({ name, text: lines.join('\n') }))
  const none = new Set<string>()
  const known = { countries: none, regions: none, operators: none }
  const { catalogue, problems } = readCatalogue(sources, known, terms)
  if (problems.length > 0) throw new Error(problems.map(describeProblem).join('\n'))
  const codes = ['largest', 'smallest', 'unlimited', 'regional'].map(
    (plan, index) =>
      `INSERT INTO stock (iccid, plan_id, smdp_address, matching_id, is_sample)
      VALUES ('8910300000000000010${index}', '${plan}', 'rsp.example.com', 'CODE-${index}', 1)`,
  )
  await env.DB.batch([
    ...catalogueStatements(env.DB, catalogue),
    ...codes.map((sql) => env.DB.prepare(sql)),
  ])
  await run('UPDATE placements SET in_stock = 1')
})

const plan = (id: string) => `/esim/tariffs/${'o'.repeat(64)}/${id}`

it.each(
  [
    '/',
    '/sitemap',
    '/esim/countries',
    '/esim/countries.json',
    '/esim/countries/tr',
    '/esim/countries/cu',
    '/esim/regions/ru',
    `/esim/countries/ru/${'m'.repeat(40)}`,
    '/esim/region?region=global',
    '/esim/tariffs',
    '/esim/tariffs?sort=price_per_gb',
    '/esim/trip?search_string=tr,cu,+1+day,+1+GB',
    plan('largest'),
    plan('smallest'),
    plan('unlimited'),
    plan('regional'),
    '/esim-order?tariffID=largest',
    '/og/tr.png',
    '/sitemap-plans-1.xml',
  ].flatMap((path) =>
    /\.(png|xml)/.test(path) ? [path] : [path, path === '/' ? '/ru' : `/ru${path}`],
  ),
)('shows %s', async (path) => {
  expect((await visit(path)).status).toBe(200)
})

it('sells a plan with imported cells, and draws its calendar and pictures', async () => {
  const order = { ...orderOf('unlimited'), paymentOption: 'card-usd' } as const
  const started = await api().activation(order)
  if (!started.ok) throw new Error(`The order was refused: ${started.error.status}`)
  const { invoiceID } = started.value.data
  await pay(invoiceID, { amount: usd(99_999_999_999) })
  const [esim] = await rows<{ hash: string }>('SELECT esim_hash AS hash FROM esims')
  for (const page of ['/esim-instruction', '/esim-operator-info', '/esim-instruction.ics'])
    expect(await visitText(`${page}?hash=${esim?.hash}`)).toContain('W')
  expect(await visitText(`/payment/success?invoiceID=${invoiceID}`)).toContain('W')
})

function quoteCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

function planOf(
  id: string,
  codes: string,
  region: string,
  worldRegion: string,
  traffic: string,
  fairUse: string,
  days: string,
  price: string,
): string {
  const [home = ''] = codes.split(' ')
  const network = quoteCell(`${home}:${'N'.repeat(60)} 2G+3G+4G+5G`)
  return [
    id,
    'o'.repeat(64),
    codes,
    region,
    worldRegion,
    'travel',
    traffic,
    fairUse,
    fairUse,
    days,
    price,
    price,
    most,
    most,
    quoteCell(odd.replaceAll(';', '')),
    network,
    'limited',
    'yes',
    'yes',
    quoteCell(odd),
  ].join(',')
}
