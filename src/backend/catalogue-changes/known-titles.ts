import type { Locale } from '../../locale/locales.ts'
import { placeTitle } from '../../locale/place-title.ts'
import { insertRows } from '../sql-text.ts'

const titleColumns = ['place', 'lang', 'title']

/** Returns statements that add the shop's own titles of places. Does not change existing titles. */
export function knownTitlesSql(places: readonly string[], langs: readonly Locale[]): string[] {
  const known = places.flatMap((place) =>
    langs.flatMap((locale) => {
      const title = placeTitle(locale, place)
      return title === null ? [] : [[place, locale, title]]
    }),
  )
  return insertRows('place_titles', titleColumns, known, 'ON CONFLICT DO NOTHING')
}
