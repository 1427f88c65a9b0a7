import { describe, expect, it, vi } from 'vitest'
import { readCatalogue } from './read-catalogue.ts'
import type { PriceTerms } from './columns.ts'
import { compareStock, readStockTable } from './read-stock.ts'
import { decodeFile, describeProblem } from './read-csv.ts'
import { locales } from '../words/locales.shared.ts'

const known = {
  countries: new Set(['tr', 'ru']),
  regions: new Set(['ru/mow']),
  operators: new Set(['tr-turkcell']),
}
const terms: PriceTerms = { currencies: ['USD'], charges: () => [{ least: 1, most: Infinity }] }
const limits = [
  { least: 100, most: 20_000 },
  { least: 50_000, most: 999_999 },
]
const header =
  'tariffID,operator,countries,region,worldRegion,market,trafficMb,fairUseThresholdMb,fairUseSpeedKbps,validityDays,priceUSD,priceRUB,minutes,sms,unlimitedApps,networks,hotspot,topUp,kyc,apn'
const good =
  'tr-1,tr-turkcell,tr,,,travel,1024,,,7,4.50,410.00,,,,tr:Turkcell 3G+4G,yes,no,,internet'
const plans = (...rows: string[]) =>
  readCatalogue([{ name: 'plans.csv', text: [header, ...rows].join('\n') }], known, terms)
const problemsOf = (...rows: string[]) => plans(...rows).problems.map(describeProblem)

it('reads prices in minor units', () => {
  const { catalogue, problems } = plans(good)
  expect(problems).toEqual([])
  expect(catalogue.plans).toMatchObject([
    {
      tariffID: 'tr-1',
      prices: { USD: 450, RUB: 41000 },
      trafficMb: 1024,
      kyc: null,
      topUp: false,
    },
  ])
})

it('reads a price column with the number of digits of its currency', () => {
  const text = [
    header.replace('priceRUB', 'priceEUR,priceJPY,priceKWD'),
    good.replace('410.00', '3.99,650,1.380'),
    good.replace('tr-1', 'tr-2').replace('410.00', ',,'),
    good.replace('tr-1', 'tr-3').replace('4.50,410.00', ',3.999,6.5,1'),
  ]
  const read = (lines: string[]) =>
    readCatalogue([{ name: 'plans.csv', text: lines.join('\n') }], known, terms)
  expect(read(text.slice(0, 3)).catalogue.plans?.map(({ prices }) => prices)).toEqual([
    { USD: 450, EUR: 399, JPY: 650, KWD: 1380 },
    { USD: 450 },
  ])
  expect(read(text).problems.map(describeProblem)).toEqual([
    'plans.csv:4:11 priceUSD: must be an amount such as 12.50, got ""',
    'plans.csv:4:12 priceEUR: must be an amount such as 12.50, got "3.999"',
    'plans.csv:4:13 priceJPY: must be an amount such as 1250, got "6.5"',
  ])
})

it('rejects line breaks and control characters in names, which would break maps and emails', () => {
  const read = (name: string, text: string) =>
    readCatalogue([{ name, text }], known, terms).problems.map(describeProblem)
  const problem = 'must be one line without control characters'
  expect(read('countries.csv', 'code,title_en,aliases\ntr,"Tür\nkiye",a;b\u0001')).toEqual([
    expect.stringMatching(new RegExp(`title_en: ${problem}`)),
    expect.stringMatching(new RegExp(`aliases: ${problem}`)),
  ])
  expect(read('operators.csv', 'ident,title\ntr-turkcell,"Turk\rcell"')).toEqual([
    expect.stringMatching(new RegExp(`title: ${problem}`)),
  ])
  expect(problemsOf(good.replace('tr:Turkcell', 'tr:Turk\u0000cell'))).toEqual([
    expect.stringMatching(new RegExp(`networks: ${problem}`)),
  ])
})

it('rejects an unknown price column, and a file without prices in the base currency', () => {
  const problemsIn = (names: string, base: string) =>
    readCatalogue(
      [{ name: 'plans.csv', text: `${header.replace('priceRUB', names)}\n${good}` }],
      known,
      { ...terms, currencies: [base] },
    ).problems.map(describeProblem)
  expect(problemsIn('priceRoubles', 'USD')).toEqual([
    'plans.csv:1:12 priceRoubles: must end with an ISO 4217 code, such as priceEUR',
  ])
  expect(problemsIn('price rub', 'USD')).toEqual([])
  expect(problemsIn('priceRUB', 'EUR')).toEqual(['plans.csv:1:1 priceEUR: the column is missing'])
})

describe('all problems of the files in one pass', () => {
  it('include names and repeats of a row with an invalid cell', () => {
    const bad = good.replace('4.50', 'four')
    expect(
      problemsOf(
        bad.replace('tr-turkcell', 'tr-nobody').replace(',tr,,', ',tr,mow,'),
        bad.replace('tr:Turkcell', 'ru:MTS'),
        good,
      ),
    ).toEqual([
      'plans.csv:2:2 operator: unknown operator tr-nobody. Use an ident of operators.csv, or import it with that file',
      'plans.csv:2:4 region: tr has no region mow',
      'plans.csv:2:11 priceUSD: must be an amount such as 12.50, got "four"',
      'plans.csv:3:1 tariffID: tr-1 is already in line 2',
      'plans.csv:3:11 priceUSD: must be an amount such as 12.50, got "four"',
      'plans.csv:3:16 networks: the plan does not cover ru',
      'plans.csv:4:1 tariffID: tr-1 is already in line 2',
    ])
  })

  it('report no name that a row with another invalid cell has', () => {
    const files = [
      { name: 'countries.csv', text: `code,title_en,popularity\nam,Armenia,many` },
      { name: 'regions.csv', text: `country,ident,title_en\nam,er,` },
      { name: 'operators.csv', text: `ident,title\nam-new,` },
      {
        name: 'plans.csv',
        text: `${header}\n${good.replace('tr-turkcell,tr,', 'am-new,am,er').replace('tr:T', 'am:T')}`,
      },
    ]
    expect(readCatalogue(files, known, terms).problems.map(describeProblem)).toEqual([
      'countries.csv:2:3 popularity: must be a whole number, got "many"',
      'regions.csv:2:3 title_en: must not be empty, got ""',
      'operators.csv:2:2 title: must not be empty, got ""',
    ])
  })

  it('report no name that a row with too many cells has', () => {
    const files = [
      { name: 'operators.csv', text: `ident,title\nam-new,New, Armenia` },
      { name: 'plans.csv', text: `${header}\n${good.replace('tr-turkcell', 'am-new')}` },
    ]
    expect(readCatalogue(files, known, terms).problems.map(describeProblem)).toEqual([
      'operators.csv:2:3 the row has 3 cells, the header 2',
    ])
  })

  it('include cells of a file without a required column, or with a column twice', () => {
    const text = (names: string) =>
      [header.replace('validityDays', names), good.replace('tr-turkcell', 'tr-nobody')]
        .join('\n')
        .replace('yes,no', 'maybe,no')
    const problemsIn = (names: string) =>
      readCatalogue([{ name: 'plans.csv', text: text(names) }], known, terms).problems.map(
        describeProblem,
      )
    const cells = [
      'plans.csv:2:2 operator: unknown operator tr-nobody. Use an ident of operators.csv, or import it with that file',
      'plans.csv:2:17 hotspot: must be yes, no, limited or unknown, got "maybe"',
    ]
    expect(problemsIn('days')).toContain('plans.csv:1:1 validityDays: the column is missing')
    expect(problemsIn('validityDays,validityDays')).toContain(
      'plans.csv:1:11 validityDays: the column is duplicated',
    )
    expect(problemsIn('validityDays,Validity Days')).toContain(
      'plans.csv:1:11 validityDays: the column is duplicated',
    )
    const withoutTraffic = header.replace('trafficMb', 'traffic')
    expect(
      readCatalogue(
        [{ name: 'plans.csv', text: text('validityDays').replace(header, withoutTraffic) }],
        known,
        terms,
      ).problems.map(describeProblem),
    ).toEqual([
      'plans.csv:1:7 traffic: is no column of this file. Did you mean trafficMb?',
      ...cells,
    ])
  })

  it('of activation codes include the code of a row with an invalid ICCID, and unknown plans', () => {
    const { problems } = stock(
      '123,tr-9,https://rsp.example.com,D_D,,,',
      '8910300000000000017,tr-9,rsp.example.com,BBB,x,,',
      '8910300000000000025,tr-1,rsp.example.com,AAA,,,maybe',
    )
    expect(problems.map(describeProblem)).toEqual([
      'codes.csv:2:1 iccid: must have 18 to 20 digits, got "123"',
      'codes.csv:2:2 tariffID: unknown plan tr-9',
      'codes.csv:2:3 smdpAddress: must be a host name, without https://',
      'codes.csv:2:4 matchingId: must contain only letters, digits and -',
      'codes.csv:3:1 iccid: is already in stock with other data',
      'codes.csv:3:2 tariffID: unknown plan tr-9',
      'codes.csv:3:5 confirmationCode: must have 4 to 8 digits',
      'codes.csv:4:4 matchingId: already belongs to 8910300000000000017',
      'codes.csv:4:7 sample: must be yes or no, got "maybe"',
    ])
  })
})

it('stops at too many problems, so that a bad file takes no seconds', () => {
  const rows = `code,titleEn,titleRu\n${'T,,\n'.repeat(5000)}`
  const { problems } = readCatalogue([{ name: 'countries.csv', text: rows }], known, terms)
  expect(problems.length).toBeLessThan(1010)
  expect(problems.at(-1)?.code).toBe('not-checked')
  const columns = [header, good].map((line) => line + ',x'.repeat(5000)).join('\n')
  const wide = readCatalogue([{ name: 'plans.csv', text: columns }], known, terms)
  expect(wide.problems.map(({ code }) => code)).toEqual(['cell-count'])
  expect(wide.warnings.length).toBeLessThan(500)
})

it('lets the parser create few errors for rows with a wrong number of cells', () => {
  const errors = vi.spyOn(Error, 'captureStackTrace')
  const text = `code,titleEn,titleRu\n${'T\n'.repeat(20_000)}`
  const { problems } = readCatalogue([{ name: 'countries.csv', text }], known, terms)
  expect(problems.slice(-2).map(({ code }) => code)).toEqual(['cell-count', 'not-checked'])
  expect(problems).toHaveLength(1001)
  expect(errors.mock.calls.length).toBeLessThan(1010)
  errors.mockRestore()
})

it('reads no rows below a first line of many thousand cells', () => {
  const text = `${header}${','.repeat(20_000)}\n`
  const { problems } = readCatalogue([{ name: 'plans.csv', text }], known, terms)
  expect(problems.map(describeProblem).join()).toContain('20020 columns')
})

it('names no secret of a code that is in a file twice, nor a column 0', () => {
  const code = 'LPA:1$rsp.example.com$SECRET'
  const text = `iccid,tariffID,activationCode\n8910300000000000017,tr-1,${code}\n8910300000000000025,tr-1,${code}\n8910300000000000033,tr-1,`
  const table = readStockTable({ name: 'codes.csv', text })
  const { problems } = compareStock(table, { plans: new Set(['tr-1']), codes: [] })
  expect(problems.map(describeProblem)).toEqual([
    'codes.csv:3:3 activationCode: is already in line 2',
    'codes.csv:4:3 activationCode: must be an activation code such as LPA:1$host$ID',
  ])
})

it.each([
  ['KWD', '2.917', '2.920'],
  ['RUB', '0.00', '1.00'],
  ['RUB', '0.99', '1.00'],
  ['RUB', '200.01', '500.00'],
  ['RUB', '10000.00', '9999.99'],
])('refuses a price in %s that no provider charges: %s', (currency, price, nearest) => {
  const rows = [header.replace('priceRUB', `price${currency}`), good.replace('410.00', price)]
  const { problems } = readCatalogue([{ name: 'p.csv', text: rows.join('\n') }], known, {
    ...terms,
    charges: () => limits,
  })
  expect(problems.map(describeProblem)).toEqual([
    `p.csv:2:12 price${currency}: no payment provider charges this amount. The nearest one is ${nearest}, got "${price}"`,
  ])
})

it('reports file, line, column and value of every invalid cell', () => {
  expect(
    problemsOf(
      good,
      good.replace('tr-1', 'tr-2').replace('4.50', 'four').replace(',7,', ',0,'),
      good.replace('tr-1', 'My plan'),
    ),
  ).toEqual([
    'plans.csv:3:10 validityDays: must be more than 0, got "0"',
    'plans.csv:3:11 priceUSD: must be an amount such as 12.50, got "four"',
    'plans.csv:4:1 tariffID: must be 1 to 80 lower-case letters, digits or -, got "My plan"',
  ])
})

it.each(['javascript:alert(1)', 'ftp://operator.example', 'operator.example'])(
  'rejects the website %s of an operator',
  (website) => {
    const text = `ident,title,website,supportPhone,supportEmail\nop,Op,${website},,`
    const { problems } = readCatalogue([{ name: 'operators.csv', text }], known, terms)
    expect(problems.map(describeProblem)).toEqual([
      `operators.csv:2:3 website: must be a web address: https://operator.example, got "${website}"`,
    ])
  },
)

it('counts the lines of quoted line breaks', () => {
  const quoted = good.replace('internet', '"internet\n"')
  expect(problemsOf(quoted, good.replace('tr-1', 'tr-2').replace('travel', 'moon'))).toEqual([
    'plans.csv:4:6 market: must be travel or russia, got "moon"',
  ])
  expect(problemsOf(quoted.replace('travel', 'moon'))).toEqual([
    'plans.csv:2:6 market: must be travel or russia, got "moon"',
  ])
})

it('rejects a duplicate plan, and an unknown operator, country or region', () => {
  expect(problemsOf(good, good)).toEqual(['plans.csv:3:1 tariffID: tr-1 is already in line 2'])
  expect(problemsOf(good.replace('tr-turkcell', 'tr-nobody'))).toEqual([
    'plans.csv:2:2 operator: unknown operator tr-nobody. Use an ident of operators.csv, or import it with that file',
  ])
  expect(problemsOf(good.replace(',tr,', ',xx,').replace('tr:T', 'xx:T'))).toEqual([
    'plans.csv:2:3 countries: unknown country xx',
  ])
  expect(problemsOf(good.replace(',tr,,', ',tr,mow,'))).toEqual([
    'plans.csv:2:4 region: tr has no region mow',
  ])
})

it('reports both places of a plan that two files have', () => {
  const files = ['a.csv', 'b.csv'].map((name) => ({ name, text: `${header}\n${good}` }))
  expect(readCatalogue(files, known, terms).problems.map(describeProblem)).toEqual([
    'b.csv:2:1 tariffID: tr-1 is already in a.csv:2',
  ])
})

it('rejects a plan whose cells contradict each other', () => {
  expect(problemsOf(good.replace(',tr,,', ',tr tr,,europe'))).toContain(
    'plans.csv:2:3 countries: tr is duplicated',
  )
  expect(problemsOf(good.replace('tr:Turkcell', 'ru:MTS'))).toEqual([
    'plans.csv:2:16 networks: the plan does not cover ru',
  ])
  expect(problemsOf(good.replace('1024,,,', 'unlimited,2048,,'))).toEqual([
    'plans.csv:2:9 fairUseSpeedKbps: must be set together with fairUseThresholdMb',
  ])
  const regional = good.replace(',tr,,,', ',ru,mow,europe,').replace('tr:Turkcell', 'ru:MTS')
  expect(problemsOf(regional)).toEqual([
    'plans.csv:2:5 worldRegion: must be empty for a regional plan',
  ])
})

it('reads spreadsheet files with a byte order mark, quoted names and CRLF', () => {
  const text = `\uFEFF${[header.replaceAll(/\w+/g, '"$&"'), good].join('\r\n')}\r\n`
  const { catalogue, problems } = readCatalogue([{ name: 'plans.csv', text }], known, terms)
  expect(problems).toEqual([])
  expect(catalogue.plans).toHaveLength(1)
})

it('reads files with semicolons, without optional columns and with empty rows below', () => {
  const text = `tariffID;operator;countries;trafficMb;validityDays;priceUSD;networks
tr-1;tr-turkcell;tr;1024;7;4.50;"tr:Turkcell 4G; tr:Vodafone 4G"
;;;;;;
;;;;;;
`
  const { catalogue, problems } = readCatalogue([{ name: 'plans.csv', text }], known, terms)
  expect(problems).toEqual([])
  expect(catalogue.plans).toEqual([
    {
      tariffID: 'tr-1',
      operator: 'tr-turkcell',
      countries: ['tr'],
      region: null,
      worldRegion: null,
      market: 'travel',
      trafficMb: 1024,
      fairUseThresholdMb: null,
      fairUseSpeedKbps: null,
      fairUseNote: null,
      conditions: null,
      starts: 'connection',
      validityDays: 7,
      prices: { USD: 450 },
      minutes: null,
      sms: null,
      unlimitedApps: [],
      networks: [
        { country: 'tr', title: 'Turkcell', generations: ['4G'] },
        { country: 'tr', title: 'Vodafone', generations: ['4G'] },
      ],
      hotspot: 'unknown',
      topUp: null,
      kyc: null,
      apn: null,
    },
  ])
})

it('rejects a region of an unknown country', () => {
  const text = 'country,ident,title_en,title_ru\nxx,a,A,А'
  expect(
    readCatalogue([{ name: 'r.csv', text }], known, terms).problems.map(describeProblem),
  ).toEqual(['r.csv:2:1 country: unknown country xx'])
})

it('rejects a column of titles in a language the shop does not have', () => {
  const text = 'code,titleDe,popularity,aliases\ntr,Türkiye,1,'
  expect(
    readCatalogue([{ name: 'c.csv', text }], known, terms).problems.map(describeProblem),
  ).toEqual([
    `c.csv:1:2 titleDe: must be one of ${locales.map((locale) => `title_${locale}`).join(', ')}`,
  ])
})

it('rejects a short row, a missing column and an unknown kind of file', () => {
  expect(problemsOf('tr-1,tr-turkcell')).toEqual([
    'plans.csv:2:3 the row has 2 cells, the header 20',
  ])
  const cut = { name: 'plans.csv', text: header.replace(',operator', '') }
  expect(readCatalogue([cut], known, terms).problems.map(describeProblem)).toEqual([
    'plans.csv:1:1 operator: the column is missing',
  ])
  expect(
    readCatalogue([{ name: 'x.csv', text: 'a,b\n1,2' }], known, terms).problems.map(
      describeProblem,
    ),
  ).toHaveLength(1)
})

const stockHeader = 'iccid,tariffID,smdpAddress,matchingId,confirmationCode,mobileNumber,sample'
const stock = (...rows: string[]) =>
  compareStock(readStockTable({ name: 'codes.csv', text: [stockHeader, ...rows].join('\n') }), {
    plans: new Set(['tr-1', 'tr-2']),
    codes: [
      {
        iccid: '8910300000000000017',
        tariffID: 'tr-1',
        smdpAddress: 'rsp.example.com',
        matchingId: 'AAA',
        confirmationCode: null,
        mobileNumber: null,
      },
    ],
  })

it('warns about a wrong Luhn digit and imports the code', () => {
  const { added, problems, warnings } = stock('8910300000000000026,tr-1,rsp.example.com,BBB,,,')
  expect(problems).toEqual([])
  expect(added).toHaveLength(1)
  expect(warnings.map(describeProblem)).toEqual([
    'codes.csv:2:1 iccid: the last digit is not the Luhn check digit',
  ])
})

it('rejects malformed codes, unknown plans and an ICCID with another code', () => {
  const { problems } = stock(
    '123,tr-1,rsp.example.com,BBB,,,',
    '8910300000000000025,tr-9,rsp.example.com,CCC,,,',
    '8910300000000000033,tr-1,https://rsp.example.com,D_D,,,',
    '8910300000000000017,tr-1,rsp.example.com,EEE,,,',
  )
  expect(problems.map(describeProblem)).toEqual([
    'codes.csv:2:1 iccid: must have 18 to 20 digits, got "123"',
    'codes.csv:3:2 tariffID: unknown plan tr-9',
    'codes.csv:4:3 smdpAddress: must be a host name, without https://',
    'codes.csv:4:4 matchingId: must contain only letters, digits and -',
    'codes.csv:5:1 iccid: is already in stock with other data',
  ])
})

it.each([
  ['in its own column', 'activationCode', ',LPA:1$rsp.example.com$BBB'],
  ['as the address', 'smdpAddress', ',LPA:1$rsp.example.com$BBB$$1,1234'],
])('reads activation codes %s, and the filler digit of an ICCID', (_, column, cells) => {
  const confirmation = cells.endsWith('1234') ? ',confirmationCode' : ''
  const text = `iccid,tariffID,${column}${confirmation}\n8910300000000000025F,tr-1${cells}`
  const tariffs = new Set(['tr-1'])
  const { added, problems } = compareStock(readStockTable({ name: 'codes.csv', text }), {
    plans: tariffs,
    codes: [],
  })
  expect(problems).toEqual([])
  expect(added).toMatchObject([
    {
      iccid: '8910300000000000025',
      smdpAddress: 'rsp.example.com',
      matchingId: 'BBB',
      confirmationCode: confirmation === '' ? null : '1234',
      sample: false,
    },
  ])
})

it('checks the activation code of a row with an invalid ICCID', () => {
  const text = 'iccid,tariffID,activationCode\n12,tr-1,LPA:1$rsp.example.com$AAA'
  const address = { smdpAddress: 'rsp.example.com', matchingId: 'AAA' }
  const held = { ...address, tariffID: 'tr-1', iccid: '8910300000000000017' }
  const { problems } = compareStock(readStockTable({ name: 'codes.csv', text }), {
    plans: new Set(['tr-1']),
    codes: [{ ...held, confirmationCode: null, mobileNumber: null }],
  })
  expect(problems.map(describeProblem)).toEqual([
    'codes.csv:2:1 iccid: must have 18 to 20 digits, got "12"',
    'codes.csv:2:3 activationCode: already belongs to 8910300000000000017',
  ])
})

const codesIn = (text: string) =>
  compareStock(readStockTable({ name: 'codes.csv', text }), { plans: new Set(['tr-1']), codes: [] })
const lpa = 'LPA:1$rsp.example.com$BBB'

it.each([
  ['without LPA:', `iccid,tariffID,activationCode\n8910300000000000025,tr-1,${lpa.slice(4)}`],
  [
    'as an installation link',
    `iccid,tariffID,activationCode\n8910300000000000025,tr-1,https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=${lpa}`,
  ],
  ['with ="…"', `iccid,tariffID,activationCode\n="8910300000000000025",tr-1,${lpa}`],
  ['with quoted ="…"', `iccid,tariffID,activationCode\n"=""8910300000000000025""",tr-1,${lpa}`],
  ['with an apostrophe', `iccid,tariffID,activationCode\n'8910300000000000025,tr-1,${lpa}`],
  [
    'with a line for the separator',
    `\uFEFFsep=;\r\niccid;tariffID;activationCode\r\n8910300000000000025;tr-1;${lpa}\r\n`,
  ],
  [
    'with headers as people write them',
    `ICCID,Tariff ID,Activation Code,confirmation code\n8910300000000000025,tr-1,${lpa},`,
  ],
])('reads codes %s', (_, text) => {
  const { added, problems, warnings } = codesIn(text)
  expect([problems, warnings]).toEqual([[], []])
  expect(added).toMatchObject([
    { iccid: '8910300000000000025', smdpAddress: 'rsp.example.com', matchingId: 'BBB' },
  ])
})

it('reads UTF-16 with a byte order mark, and no other encoding than UTF-8', () => {
  const text = `iccid\ttariffID\tactivationCode\n8910300000000000025\ttr-1\t${lpa}`
  const bytes = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
  expect(decodeFile(bytes)).toBe(text)
  expect(codesIn(text).added).toHaveLength(1)
  expect(decodeFile(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))).toBe('a')
  expect(decodeFile(new Uint8Array([0x54, 0xfc, 0x72]))).toBeNull()
})

it.each([
  ['iccid', `8.966E+18,tr-1,${lpa}`, '2:1 iccid: the spreadsheet has rounded this number.'],
  ['iccid', `8910300000000000000,tr-1,${lpa}`, '2:1 iccid: the spreadsheet has rounded'],
  [
    'activationCode',
    '8910300000000000025,tr-1,LPA:1$rsp.example.com$',
    '2:3 activationCode: the activation code has no matching ID',
  ],
  [
    'activationCode',
    '8910300000000000025,tr-1,1$rsp.example.com:443$B',
    '2:3 activationCode: the host name has a port',
  ],
])('says what is wrong with the %s of %s', (_, row, problem) => {
  expect(codesIn(`iccid,tariffID,activationCode\n${row}`).problems.map(describeProblem)).toEqual([
    expect.stringContaining(`codes.csv:${problem}`),
  ])
})

it('reports a repeated column of codes, and nothing that follows from it', () => {
  const text = `iccid,tariffID,activationCode,Activation code\n8910300000000000025,tr-9,${lpa},`
  expect(codesIn(text).problems.map(describeProblem)).toEqual([
    'codes.csv:1:4 activationCode: the column is duplicated',
  ])
})

it('refuses a column that is probably misspelt, and names each other one that it ignores', () => {
  const rows = (name: string) =>
    codesIn(`iccid,tariffID,activationCode,${name}\n8910300000000000025,tr-1,${lpa},1234`)
  expect(rows('confirmatonCode').problems.map(describeProblem)).toEqual([
    'codes.csv:1:4 confirmatonCode: is no column of this file. Did you mean confirmationCode?',
  ])
  const { added, problems, warnings } = rows('batch number')
  expect([added.length, problems]).toEqual([1, []])
  expect(warnings.map(describeProblem)).toEqual([
    expect.stringContaining('codes.csv:1:4 batch number: is no column of this file and is ignored'),
  ])
  const read = plans(good)
  expect(read.warnings).toEqual([])
  const spelt = header.replace('hotspot', 'hotSpot').replace('ThresholdMb', 'ThresholdMB')
  const catalogue = readCatalogue(
    [{ name: 'plans.csv', text: `${spelt.replace('apn', 'apm')},note\n${good},x` }],
    known,
    terms,
  )
  expect(catalogue.problems.map(describeProblem)).toEqual([
    'plans.csv:1:20 apm: is no column of this file. Did you mean apn?',
  ])
  expect(catalogue.warnings.map(({ name }) => name)).toEqual(['note'])
})

it('tells activation codes from a file of unknown columns', () => {
  const codes = { name: 'codes.csv', text: `iccid,tariffID,activationCode\n` }
  const { problems } = readCatalogue([codes, { name: 'x.csv', text: 'a,b' }], known, terms)
  expect(problems.map(describeProblem)).toEqual([
    'codes.csv:1:1 has activation codes. Import it alone, without other files',
    expect.stringContaining('operators, plans or activation codes'),
  ])
})

it('reads the cost of a code', () => {
  const read = (cost: string) => {
    const text = `iccid,tariffID,activationCode,cost\n8910300000000000025,tr-1,LPA:1$rsp.example.com$B,${cost}`
    return compareStock(readStockTable({ name: 'codes.csv', text }), {
      plans: new Set(['tr-1']),
      codes: [],
    })
  }
  expect(read('1.20 USD').added).toMatchObject([{ cost: { minor: 120, currency: 'USD' } }])
  expect(read('').added).toMatchObject([{ cost: null }])
  expect(read('1.205 USD').problems.map(describeProblem)).toEqual([
    'codes.csv:2:4 cost: must be an amount such as 1.20 USD, got "1.205 USD"',
  ])
})

it('rejects a broken activation code, and one whose confirmation code is missing', () => {
  const { problems } = stock(
    '8910300000000000025,tr-1,LPA:1$rsp.example.com,,,,',
    '8910300000000000033,tr-1,LPA:1$rsp.example.com$B$$1,,,,',
  )
  expect(problems.map(describeProblem)).toEqual([
    'codes.csv:2:3 smdpAddress: must be an activation code such as LPA:1$host$ID',
    'codes.csv:3:5 confirmationCode: must not be empty for this activation code',
  ])
})

it('rejects an ICCID of another plan, and a code of another ICCID', () => {
  const { problems } = stock(
    '8910300000000000017,tr-2,rsp.example.com,AAA,,,',
    '8910300000000000025,tr-1,rsp.example.com,AAA,,,',
  )
  expect(problems.map(describeProblem)).toEqual([
    'codes.csv:2:1 iccid: is already in stock with other data',
    'codes.csv:3:4 matchingId: already belongs to 8910300000000000017',
    'codes.csv:3:4 matchingId: is already in line 2',
  ])
})

it('skips a code that is already in stock', () => {
  expect(stock('8910300000000000017,tr-1,rsp.example.com,AAA,,,')).toMatchObject({
    added: [],
    problems: [],
  })
})

it('reads words in any case, because spreadsheets capitalise them', () => {
  const { catalogue, problems } = plans(
    good.replace('yes,no', 'YES,No').replace('1024', 'Unlimited').replace('travel', 'TRAVEL'),
  )
  expect(problems).toEqual([])
  expect(catalogue.plans).toMatchObject([
    { hotspot: 'yes', topUp: false, trafficMb: null, market: 'travel' },
  ])
})

it('reports a price in a column with other capitals, or with a decimal comma, once', () => {
  const problemsIn = (names: string, price: string) =>
    readCatalogue(
      [
        {
          name: 'plans.csv',
          text: `${header.replace('priceRUB', names)}\n${good.replace('410.00', price)}`,
        },
      ],
      known,
      terms,
    ).problems.map(describeProblem)
  expect(problemsIn('priceEur', '3.99')).toEqual([])
  expect(problemsIn('priceEur', '"3,99"')).toEqual([
    'plans.csv:2:12 priceEUR: must be an amount such as 12.50, got "3,99"',
  ])
})
