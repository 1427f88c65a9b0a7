import { z } from 'zod'
import { textContents } from '../../contract/editable-texts.ts'
import type { TextContent, TextName } from '../../contract/editable-texts.ts'
import { locales } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'
import { storedJson } from '../stored-json.ts'
import type { Action } from './staff.ts'
import { textSubject } from './text-for-staff.ts'

export type TextChange = {
  readonly id: string
  readonly at: string
  readonly staffName: string
  readonly action: Action
  /** 0 for an action that changed no text, such as a move of a question. */
  readonly hasContents: 0 | 1
}

/** Returns up to 50 actions on a text, newest first. */
export async function textHistory(db: D1Database, name: TextName): Promise<readonly TextChange[]> {
  const subject = textSubject(name)
  const { results } = await db
    .prepare(
      `SELECT a.id, a.at, a.staff_name AS staffName, a.action,
        EXISTS (SELECT 1 FROM text_versions v WHERE v.id = a.id) AS hasContents
      FROM audit a WHERE a.subject_kind = ? AND a.subject_id = ? ORDER BY a.at DESC LIMIT 50`,
    )
    .bind(subject.kind, subject.id)
    .all<TextChange>()
  return results
}

const contentsByLanguage = z.record(z.string(), z.unknown())

/** Returns the text after a change by language, or null when the change does not exist. */
export async function textAfterChange(
  db: D1Database,
  { kind, ident }: TextName,
  id: string,
): Promise<{ readonly [lang in Locale]?: TextContent } | null> {
  const stored = await db
    .prepare('SELECT contents FROM text_versions WHERE id = ? AND kind = ? AND ident = ?')
    .bind(id, kind, ident)
    .first<string>('contents')
  if (stored === null) return null
  const contents = storedJson(contentsByLanguage, stored, {})
  const entries = locales.flatMap((lang) => {
    const { data } = textContents[kind].safeParse(contents[lang])
    return data ? [[lang, data] as const] : []
  })
  return Object.fromEntries(entries)
}
