import worldCountries from 'world-countries'
import { places, popular, titles } from './names.ts'

export type CountryRow = {
  readonly code: string
  readonly titleEn: string
  readonly titleRu: string
  readonly aliases: readonly string[]
  readonly popularity: number | null
  readonly subregion: string
  readonly region: string
}

const names = {
  en: new Intl.DisplayNames('en', { type: 'region' }),
  ru: new Intl.DisplayNames('ru', { type: 'region' }),
}

/** A name in Latin letters; the source also has pronunciations, in letters of the phonetic alphabet. */
const latinName = /^(?!.*[\u0250-\u02af])[\p{Script=Latin}\s.'-]{3,24}$/u

/** Every country of ISO 3166-1, by code, in both languages, with the other names it is looked for by. */
export function makeCountries(): CountryRow[] {
  return worldCountries
    .filter(({ status }) => status === 'officially-assigned')
    .map(({ cca2, capital, altSpellings, region, subregion }) => {
      const code = cca2.toLowerCase()
      const titleEn = titles[code]?.en ?? names.en.of(cca2) ?? cca2
      const titleRu = titles[code]?.ru ?? spelledOut(names.ru.of(cca2) ?? cca2)
      const spellings = altSpellings.filter((name) => latinName.test(name)).slice(0, 2)
      const local = (places[code] ?? '').split(', ').filter((name) => name !== '')
      const aliases = [...new Set([...capital, ...spellings, ...local])].filter(
        (name) => name !== titleEn && name !== titleRu,
      )
      const rank = popular.indexOf(code)
      return {
        code,
        titleEn,
        titleRu,
        aliases,
        popularity: rank === -1 ? null : rank + 1,
        region,
        subregion,
      }
    })
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

/** `о-ва Кука` is `Острова Кука`. */
function spelledOut(title: string): string {
  const whole = title
    .replace(/(?<!\p{L})о-ва(?!\p{L})/u, 'острова')
    .replace(/(?<!\p{L})о-в(?!\p{L})/u, 'остров')
  return whole.charAt(0).toUpperCase() + whole.slice(1)
}
