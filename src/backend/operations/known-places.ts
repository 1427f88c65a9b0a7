import type { Locale } from '../../locale/locales.ts'

export type KnownPlace = { readonly place: string; readonly title: string }

/** Returns the countries and regions that can have advice, sorted by title. */
export async function knownPlaces(db: D1Database, lang: Locale): Promise<readonly KnownPlace[]> {
  const { results } = await db
    .prepare(
      `SELECT k.place, coalesce(t.title, k.place) AS title FROM (
        SELECT code AS place FROM countries
        UNION ALL SELECT country_code || '/' || ident FROM regions) k
      LEFT JOIN place_titles t ON t.place = k.place AND t.lang = ?`,
    )
    .bind(lang)
    .all<KnownPlace>()
  return results.toSorted((a, b) => a.title.localeCompare(b.title, lang))
}
