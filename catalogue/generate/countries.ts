import worldCountries from 'world-countries'
import { locales } from '../../src/words/locales.shared.ts'
import { placeTitle } from '../../src/words/place-names.ts'
import { places, popular } from './names.ts'

export type CountryEntry = {
  readonly code: string
  readonly aliases: readonly string[]
  readonly popularity: number | null
  readonly subregion: string
  readonly region: string
}

/** Matches names in Latin letters. The source also has phonetic spellings. */
const latinName = /^(?!.*[\u0250-\u02af])[\p{Script=Latin}\s.'-]{3,24}$/u
/** Names that other countries share: a search for the United States would find Mexico. */
const namesLikeOthers: ReadonlySet<string> = new Set([
  'United Mexican States',
  'Estados Unidos Mexicanos',
  'Congo',
])

export function makeCountries(): CountryEntry[] {
  return worldCountries
    .filter(({ status }) => status === 'officially-assigned')
    .map(({ cca2, capital, altSpellings, region, subregion }) => {
      const code = cca2.toLowerCase()
      const titles = locales.map((locale) => placeTitle(locale, code))
      const spellings = altSpellings
        .filter((name) => latinName.test(name) && !namesLikeOthers.has(name))
        .slice(0, 2)
      const local = (places[code] ?? '').split(', ').filter((name) => name !== '')
      const aliases = [...new Set([...capital, ...spellings, ...local])].filter(
        (name) => !titles.includes(name),
      )
      const rank = popular.indexOf(code)
      return {
        code,
        aliases,
        popularity: rank === -1 ? null : rank + 1,
        region,
        subregion,
      }
    })
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
}
