import type { z } from 'zod'
import type { countryTexts, PlaceTexts, regionTexts } from '../../contract/place-texts.ts'
import type { Locale } from '../../locale/locales.ts'
import { found } from '../context.ts'
import type { Call, Reply } from '../context.ts'
import { placeOf } from '../catalogue/places.ts'
import { readableLanguage } from './readable-language.ts'

export async function textsOfCountry(
  { db }: Call,
  { lang, countryCode2Letters: country }: z.output<typeof countryTexts.input>,
): Promise<Reply<z.input<typeof countryTexts.output>>> {
  return found({ data: { countryTexts: await textsOf(db, lang, placeOf({ country })) } })
}

export async function textsOfRegion(
  { db }: Call,
  { lang, countryCode2Letters: country, ident: region }: z.output<typeof regionTexts.input>,
): Promise<Reply<z.input<typeof regionTexts.output>>> {
  return found({ data: { regionTexts: await textsOf(db, lang, placeOf({ country, region })) } })
}

async function textsOf(db: D1Database, lang: Locale, place: string): Promise<PlaceTexts | null> {
  return db
    .prepare(
      `SELECT networks, install, mind FROM place_texts
      WHERE lang = ${readableLanguage('place_texts', '?1')} AND place = ?2`,
    )
    .bind(lang, place)
    .first<PlaceTexts>()
}
