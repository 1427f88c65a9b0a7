import { textSql } from '../support/text-sql.ts'

type Plan = {
  readonly id: string
  readonly operator: string
  readonly places: readonly [string, ...string[]]
  readonly kind: 'country' | 'region' | 'multi'
  readonly countries: readonly string[]
  readonly priceUSD: number
  readonly codes: number
}

const plans: readonly Plan[] = [
  plan('tr-10', { priceUSD: 1250, codes: 40 }),
  plan('tr-sold-out', { priceUSD: 900, codes: 0 }),
  plan('mow-10', {
    operator: 'ru-mts',
    kind: 'region',
    places: ['ru/mow'],
    countries: ['ru'],
    priceUSD: 1500,
    codes: 2,
  }),
  plan('europe-10', {
    kind: 'multi',
    places: ['europe'],
    countries: ['tr', 'ru'],
    priceUSD: 20_000,
    codes: 5,
  }),
]

export const catalogueSql: readonly string[] = [
  `INSERT INTO places (place, popularity, titles) VALUES
    ('tr', 1, '{"en":"Türkiye","ru":"Турция"}'), ('ru', 2, '{"en":"Russia","ru":"Россия"}'),
    ('cu', NULL, '{"en":"Cuba","ru":"Куба"}'), ('ru/mow', NULL, '{"en":"Moscow","ru":"Москва"}')`,
  `INSERT INTO operators (ident, title, search_title) VALUES ('tr-turkcell', 'Turkcell', 'turkcell'), ('ru-mts', 'MTS', 'mts')`,
  ...plans.flatMap(planSql),
  ...(['en', 'ru'] as const).flatMap((lang) => [
    textSql('question', lang, 'how-much-data', { question: 'How much?', answer: ['Ten.'] }),
    textSql('post', lang, 'roaming', { title: 'Roaming', date: '2026-01-01' }),
    textSql('post', lang, 'trains', { title: 'Trains', date: '2026-02-01' }),
    ...['tr', 'ru/mow'].map((place) =>
      textSql('place', lang, place, {
        networks: lang === 'ru' ? 'Сети' : 'Networks',
        install: 'Wi-Fi',
        mind: lang === 'ru' ? 'Метро' : 'Metro',
      }),
    ),
  ]),
]

function plan(id: string, change: Pick<Plan, 'priceUSD' | 'codes'> & Partial<Plan>): Plan {
  const standard = {
    operator: 'tr-turkcell',
    places: ['tr'],
    kind: 'country',
    countries: ['tr'],
  } as const
  return { id, ...standard, ...change }
}

function planSql({ id, operator, places, kind, countries, priceUSD, codes }: Plan): string[] {
  const [place] = places
  const region = kind === 'region' ? `'${place.split('/')[1]}'` : 'NULL'
  const worldRegion = kind === 'multi' ? `'${place}'` : 'NULL'
  const prices = JSON.stringify({ USD: priceUSD, RUB: priceUSD * 92 })
  return [
    `INSERT INTO plans (id, operator_ident, kind, country_codes, region_ident, world_region, market, traffic_mb, validity_days, prices)
      VALUES ('${id}', '${operator}', '${kind}', '${JSON.stringify(countries)}', ${region}, ${worldRegion}, 'travel', 10240, 30, '${prices}')`,
    ...[...places, 'all'].map(
      (each) =>
        `INSERT INTO placements (place, plan_id, operator_ident, kind, traffic_mb, validity_days, traffic_size, day_range, price, unit_price, in_stock)
        VALUES ('${each}', '${id}', '${operator}', '${kind}', 10240, 30, '10', '30', ${priceUSD}, ${priceUSD / 10}, ${Math.min(codes, 1)})`,
    ),
    ...Array.from(
      { length: codes },
      (_, index) =>
        `INSERT INTO stock (iccid, plan_id, smdp_address, matching_id, is_sample)
        VALUES ('8910300${priceUSD}${String(index).padStart(12 - String(priceUSD).length, '0')}', '${id}', 'rsp.example.com', '${id}-${index}', 1)`,
    ),
  ]
}
