import type { InputOf, OutputOf } from '../operations.ts'
import type { PlaceTexts } from './operations.ts'
import { defaultLocale, type Locale } from '../words/locales.shared.ts'
import { ok } from '../kit/result.shared.ts'
import type { BackendContext, CatalogueDatabase } from '../context.ts'
import type { OperationResult } from '../api/operation-result.ts'
import { placeOf } from '../plans/placements.ts'
import { textContents, type TextKind } from './editable-texts.ts'
import { storedJson } from '../kit/db.ts'
import { readRow, sql, type Sql } from '../kit/sql.ts'

export async function textsOfCountry(
  { catalogue: db }: BackendContext,
  { lang, countryCode2Letters: country }: InputOf<'countryTexts'>,
): Promise<OperationResult<OutputOf<'countryTexts'>>> {
  return ok({ data: { countryTexts: await textsOf(db, lang, placeOf({ country })) } })
}

export async function textsOfRegion(
  { catalogue: db }: BackendContext,
  { lang, countryCode2Letters: country, ident: region }: InputOf<'regionTexts'>,
): Promise<OperationResult<OutputOf<'regionTexts'>>> {
  return ok({ data: { regionTexts: await textsOf(db, lang, placeOf({ country, region })) } })
}

async function textsOf(db: CatalogueDatabase, lang: Locale, place: string) {
  return readRow<PlaceTexts>(db)`SELECT content ->> '$.networks' AS networks,
      content ->> '$.install' AS install, content ->> '$.mind' AS mind
    FROM texts WHERE kind = 'place' AND lang = ${readableLanguage('place', lang)}
      AND ident = ${place} AND content IS NOT NULL`
}

/** Returns the text that staff published, or null if the shop shows the shipped text. */
export async function getLegalText(
  { catalogue: db }: BackendContext,
  { lang, name }: InputOf<'legalText'>,
): Promise<OperationResult<OutputOf<'legalText'>>> {
  const row = await readRow<{ content: string | null }>(db)`SELECT content FROM texts
    WHERE kind = 'legal' AND lang = ${lang} AND ident = ${name}`
  const content = row?.content ?? null
  const data = content === null ? null : storedJson(textContents.legal.nullable(), content, null)
  return ok({ data })
}

/**
 * SQL for the language in which to read a kind of texts: the language of the numbered parameter, or
 * the default locale if there is no text in that language.
 */
export function readableLanguage(kind: TextKind, lang: Locale): Sql {
  return sql`CASE WHEN EXISTS (SELECT 1 FROM texts
      WHERE kind = ${kind} AND lang = ${lang} AND content IS NOT NULL)
    THEN ${lang} ELSE ${defaultLocale} END`
}

/** SQL: the place of a question that staff have moved, or NULL. */
export const rankOfQuestion = sql`(SELECT value FROM state WHERE name = 'question-order') ->> ident`
