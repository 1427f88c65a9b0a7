import type { z } from 'zod'
import type { countryTexts, PlaceTexts, regionTexts } from '../../contract/place-texts.ts'
import type { Locale } from '../../locale/locales.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext, CatalogueDatabase } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'
import { placeOf } from '../catalogue/placements.ts'
import { readableLanguage } from './readable-language.ts'

export async function textsOfCountry(
  { catalogue: db }: BackendContext,
  { lang, countryCode2Letters: country }: z.output<typeof countryTexts.input>,
): Promise<OperationResult<z.input<typeof countryTexts.output>>> {
  return ok({ data: { countryTexts: await textsOf(db, lang, placeOf({ country })) } })
}

export async function textsOfRegion(
  { catalogue: db }: BackendContext,
  { lang, countryCode2Letters: country, ident: region }: z.output<typeof regionTexts.input>,
): Promise<OperationResult<z.input<typeof regionTexts.output>>> {
  return ok({ data: { regionTexts: await textsOf(db, lang, placeOf({ country, region })) } })
}

async function textsOf(
  db: CatalogueDatabase,
  lang: Locale,
  place: string,
): Promise<PlaceTexts | null> {
  return db
    .prepare(
      `SELECT networks, install, mind FROM shown_place_texts
      WHERE lang = ${readableLanguage('shown_place_texts', '?1')} AND place = ?2`,
    )
    .bind(lang, place)
    .first<PlaceTexts>()
}
