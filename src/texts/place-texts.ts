import type { InputOf, OutputOf } from '../operations.ts'
import type { PlaceTexts } from './operations.ts'
import { defaultLocale } from '../words/locales.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { ok } from '../kit/result.shared.ts'
import type { BackendContext, CatalogueDatabase } from '../context.ts'
import type { OperationResult } from '../api/operation-result.ts'
import { placeOf } from '../plans/placements.ts'
import { textContents } from './editable-texts.ts'
import type { TextKind } from './editable-texts.ts'
import { storedJson } from '../kit/db.ts'

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

async function textsOf(
  db: CatalogueDatabase,
  lang: Locale,
  place: string,
): Promise<PlaceTexts | null> {
  return db
    .prepare(
      `SELECT content ->> '$.networks' AS networks, content ->> '$.install' AS install,
        content ->> '$.mind' AS mind
      FROM texts WHERE kind = 'place' AND lang = ${readableLanguage('place', '?1')} AND ident = ?2
        AND content IS NOT NULL`,
    )
    .bind(lang, place)
    .first<PlaceTexts>()
}

/** Returns the text that staff published, or null if the shop shows the shipped text. */
export async function getLegalText(
  { catalogue: db }: BackendContext,
  { lang, name }: InputOf<'legalText'>,
): Promise<OperationResult<OutputOf<'legalText'>>> {
  const row = await db
    .prepare(`SELECT content FROM texts WHERE kind = 'legal' AND lang = ? AND ident = ?`)
    .bind(lang, name)
    .first<{ content: string | null }>()
  const content = row?.content ?? null
  const data = content === null ? null : storedJson(textContents.legal.nullable(), content, null)
  return ok({ data })
}

/**
 * SQL for the language in which to read a kind of texts: the language of the numbered parameter, or
 * the default locale if there is no text in that language.
 */
export function readableLanguage(kind: TextKind, parameter: `?${number}`): string {
  return `CASE WHEN EXISTS (SELECT 1 FROM texts
      WHERE kind = '${kind}' AND lang = ${parameter} AND content IS NOT NULL)
    THEN ${parameter} ELSE '${defaultLocale}' END`
}

/** SQL: the place of a question that staff have moved, or NULL. */
export const rankOfQuestion = `(SELECT value FROM state WHERE name = 'question-order') ->> ident`
