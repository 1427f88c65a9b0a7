import { locales } from '../../src/locale/locales.ts'
import type { Locale } from '../../src/locale/locales.ts'
import { placeTitle } from '../../src/locale/place-title.ts'
import { titleColumn } from './columns.ts'
import type { CountryCells, RegionCells } from './columns.ts'
import { insertRows, replaceOn } from './sql.ts'

type TitledPlace = { readonly place: string; readonly row: CountryCells | RegionCells }
const columns = ['place', 'lang', 'title']

export function titlesSql(places: readonly TitledPlace[]): string[] {
  const given = places.flatMap(({ place, row }) =>
    locales.flatMap((locale) => {
      const title = row[titleColumn(locale)] ?? null
      return title === null ? [] : [[place, locale, title]]
    }),
  )
  return [
    ...insertRows('place_titles', columns, given, replaceOn(['place', 'lang'], columns)),
    ...knownTitlesSql(
      places.map(({ place }) => place),
      locales,
    ),
  ]
}

/** Statements that add the titles that the shop knows. Titles in the database stay. */
export function knownTitlesSql(places: readonly string[], langs: readonly Locale[]): string[] {
  const known = places.flatMap((place) =>
    langs.flatMap((locale) => {
      const title = placeTitle(locale, place)
      return title === null ? [] : [[place, locale, title]]
    }),
  )
  return insertRows('place_titles', columns, known, 'ON CONFLICT DO NOTHING')
}
