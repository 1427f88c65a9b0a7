import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { decimalOf, pricesIn } from '../../src/kit/money.shared.ts'
import { contactsOf } from './contacts.ts'
import { makeCountries } from './countries.ts'
import type { CountryEntry } from './countries.ts'
import { makeOperators } from './operators.ts'
import type { OperatorEntry } from './operators.ts'
import { makePlans, ownOperator } from './plans.ts'
import type { DraftPlan } from './plans.ts'
import { sampleCurrencies } from './prices.ts'
import { makeStock } from './stock.ts'

/** The folder of the sample catalogue. */
export const folder = join(import.meta.dirname, '..')

export type CsvFile = { readonly name: string; readonly text: string; readonly rowCount: number }

const regionRows = z.array(z.object({ country: z.string(), ident: z.string() }))

/** Returns the files of the sample catalogue, with the same bytes each time. */
export function csvFiles(): readonly CsvFile[] {
  const regions = regionRows.parse(
    parse(readFileSync(join(folder, 'regions.csv')), { columns: true }),
  )
  const countries = makeCountries()
  const operators = makeOperators(new Set(countries.map(({ code }) => code)))
  const plans = makePlans(countries, operators, regions)
  return [countriesFile(countries), operatorsFile(operators), plansFile(plans), stockFile(plans)]
}

function countriesFile(countries: readonly CountryEntry[]): CsvFile {
  return csvFile(
    'countries.csv',
    ['code', 'popularity', 'aliases'],
    countries.map(({ code, popularity, aliases }) => [code, popularity ?? '', aliases.join('; ')]),
  )
}

function operatorsFile(operators: readonly OperatorEntry[]): CsvFile {
  return csvFile(
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
}

function plansFile(plans: readonly DraftPlan[]): CsvFile {
  return csvFile(
    'plans.csv',
    [
      ...'tariffID operator countries region worldRegion market trafficMb'.split(' '),
      ...'fairUseThresholdMb fairUseSpeedKbps validityDays'.split(' '),
      ...Object.keys(sampleCurrencies).map((currency) => `price${currency}`),
      ...'minutes sms unlimitedApps networks hotspot topUp kyc apn'.split(' '),
    ],
    plans.map(planCells),
  )
}

function planCells(plan: DraftPlan): (string | number)[] {
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

function stockFile(plans: readonly DraftPlan[]): CsvFile {
  return csvFile(
    'stock.csv',
    [
      'iccid',
      'tariffID',
      'smdpAddress',
      'matchingId',
      'confirmationCode',
      'mobileNumber',
      'sample',
    ],
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
}

function csvFile(
  name: string,
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): CsvFile {
  const lines = [header, ...rows].map((cells) => cells.map(cell).join(','))
  return { name, text: `${lines.join('\n')}\n`, rowCount: rows.length }
}

function cell(value: string | number): string {
  const text = String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
