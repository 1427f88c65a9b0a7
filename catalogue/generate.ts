import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { decimalOf, pricesIn } from '../src/domain/money.ts'
import { contactsOf } from './generate/contacts.ts'
import { makeCountries } from './generate/countries.ts'
import { makeOperators } from './generate/operators.ts'
import { makePlans, ownOperator } from './generate/plans.ts'
import type { PlanRow } from './generate/plans.ts'
import { sampleCurrencies } from './generate/prices.ts'
import { makeStock } from './generate/stock.ts'

/** Writes the sample catalogue, with the same bytes on every run. README.md explains the method. */
const folder = import.meta.dirname
const regionRows = z.array(z.object({ country: z.string(), ident: z.string() }))
const regions = regionRows.parse(
  parse(readFileSync(join(folder, 'regions.csv')), { columns: true }),
)
const countries = makeCountries()
const operators = makeOperators(new Set(countries.map(({ code }) => code)))
const plans = makePlans(countries, operators, regions)

write(
  'countries.csv',
  ['code', 'popularity', 'aliases'],
  countries.map(({ code, popularity, aliases }) => [code, popularity ?? '', aliases.join('; ')]),
)
write(
  'operators.csv',
  ['ident', 'title', 'website', 'supportPhone', 'supportEmail'],
  [
    [
      ownOperator.ident,
      ownOperator.title,
      'https://meridian.example',
      '+44 20 7946 0000',
      'help@meridian.example',
    ],
    ...operators.map(({ ident, title }) => {
      const { website, supportPhone } = contactsOf(ident)
      return [ident, title, website, supportPhone, '']
    }),
  ],
)
write(
  'plans.csv',
  [
    ...'tariffID operator countries region worldRegion market trafficMb'.split(' '),
    ...'fairUseThresholdMb fairUseSpeedKbps validityDays'.split(' '),
    ...Object.keys(sampleCurrencies).map((currency) => `price${currency}`),
    ...'minutes sms unlimitedApps networks hotspot topUp kyc apn'.split(' '),
  ],
  plans.map(planCells),
)
write(
  'stock.csv',
  ['iccid', 'tariffID', 'smdpAddress', 'matchingId', 'confirmationCode', 'mobileNumber', 'sample'],
  makeStock(plans).map(({ iccid, tariffID, smdpAddress, matchingId, mobileNumber }) => [
    iccid,
    tariffID,
    smdpAddress,
    matchingId,
    '',
    mobileNumber,
    'yes',
  ]),
)

function planCells(plan: PlanRow): (string | number)[] {
  const { gigabytes, prices, networks } = plan
  const yesOrNo = (value: boolean | null) => (value === null ? '' : value ? 'yes' : 'no')
  return [
    plan.tariffID,
    plan.operator,
    plan.countries.join(' '),
    plan.region ?? '',
    plan.worldRegion ?? '',
    plan.market,
    gigabytes === null ? 'unlimited' : gigabytes * 1024,
    plan.fairUse?.thresholdMb ?? '',
    plan.fairUse?.speedKbps ?? '',
    plan.days,
    ...pricesIn(Object.keys(sampleCurrencies), prices).map(decimalOf),
    plan.minutes ?? '',
    plan.sms ?? '',
    plan.unlimitedApps.join('; '),
    networks
      .map(({ country, title, generations }) => `${country}:${title} ${generations.join('+')}`)
      .join('; '),
    plan.hotspot,
    yesOrNo(plan.topUp),
    yesOrNo(plan.kyc),
    plan.apn ?? '',
  ]
}

function write(
  name: string,
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const lines = [header, ...rows].map((cells) => cells.map(cell).join(','))
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
  console.log(`${name}: ${rows.length} rows`)
}

function cell(value: string | number): string {
  const text = String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
