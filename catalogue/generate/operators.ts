import mccMncList from 'mcc-mnc-list'
import { brandTitles, nationwide, notForTravellers } from './brands.ts'

export type Generation = '2G' | '3G' | '4G' | '5G'
export type OperatorEntry = {
  readonly ident: string
  readonly title: string
  readonly country: string
  readonly generations: readonly Generation[]
}

const technologies: { readonly [generation in Generation]: RegExp } = {
  '2G': /GSM/,
  '3G': /UMTS|CDMA2000|EVDO/,
  '4G': /LTE/,
  '5G': /5G|NR/,
}
const operatorsPerCountry = 4

/**
 * Returns operational networks of the public MCC/MNC list, one per brand and country. Selects the
 * networks with the most bands in each country. Includes networks without a brand only in countries
 * where no network has a brand.
 */
export function makeOperators(countries: ReadonlySet<string>): OperatorEntry[] {
  const all = Array.from(brandsIn(countries).values(), (brand) => ({
    ...brand,
    width: new Set(brand.bands).size + Math.min(brand.networks, 9) / 10,
    generations: generationsOf(brand.bands),
  }))
  return [...Map.groupBy(all, ({ country }) => country).values()]
    .flatMap((list) => {
      const branded = list.filter(({ isBranded }) => isBranded)
      return (branded.length > 0 ? branded : list)
        .filter(isForTravellers)
        .toSorted((a, b) => b.width - a.width || (a.ident < b.ident ? -1 : 1))
        .slice(0, operatorsPerCountry)
    })
    .map(({ ident, title, country, generations }) => ({ ident, title, country, generations }))
    .toSorted((a, b) => (a.ident < b.ident ? -1 : 1))
}

type Brand = {
  readonly ident: string
  readonly title: string
  readonly country: string
  readonly isBranded: boolean
  readonly bands: string[]
  networks: number
}

/** Merges the networks of a brand in a country into one entry. */
function brandsIn(countries: ReadonlySet<string>): ReadonlyMap<string, Brand> {
  const brands = new Map<string, Brand>()
  for (const { status, brand, operator, bands, countryCode } of mccMncList.all()) {
    const title = cleanTitle(brand ?? operator ?? '')
    const isNetwork =
      status === 'Operational' && bands !== null && !/MVNO|Satellite|Unknown|GSM-R/i.test(bands)
    if (!isNetwork || title === '') continue
    for (const country of countriesOf(countryCode)) {
      if (!countries.has(country)) continue
      const ident = `${country}-${slug(title)}`
      const isBranded = brand !== null
      const known = brands.get(ident) ?? {
        ident,
        title,
        country,
        isBranded,
        bands: [],
        networks: 0,
      }
      known.bands.push(...bands.split('/').map((band) => band.trim()))
      known.networks += 1
      brands.set(ident, known)
    }
  }
  return brands
}

function isForTravellers({ ident, country, generations }: Omit<OperatorEntry, 'title'>): boolean {
  return (
    /[a-z0-9]$/.test(ident) &&
    !notForTravellers.has(ident) &&
    (nationwide[country]?.includes(ident) ?? true) &&
    generations.some((each) => each !== '2G')
  )
}

/** Returns the country codes of an entry: `TR`, `BL/GF/GP/MF/MQ`. Skips regions such as `GE-AB`. */
function countriesOf(code: string | null): string[] {
  return (code ?? '')
    .toLowerCase()
    .split('/')
    .filter((each) => /^[a-z]{2}$/.test(each))
}

function generationsOf(bands: readonly string[]): Generation[] {
  const known: readonly Generation[] = ['2G', '3G', '4G', '5G']
  return known.filter((generation) => bands.some((band) => technologies[generation].test(band)))
}

/** Returns the current name: `TrueMove H` for `TrueMove H / my by NT`. */
function cleanTitle(title: string): string {
  const first = (title.split(/ \/ |\(|, /)[0] ?? '').replace(/["“”;|]/g, '').trim()
  return brandTitles[first] ?? first
}

function slug(title: string): string {
  return title
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/ø/g, 'o')
    .replace(/ı/g, 'i')
    .replace(/\+/g, ' plus ')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
    .replace(/-$/, '')
}
