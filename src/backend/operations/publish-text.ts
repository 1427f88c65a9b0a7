import type { TextContent, TextKind, TextName } from '../../contract/editable-texts.ts'
import { err, ok } from '../../domain/result.ts'
import type { Result } from '../../domain/result.ts'
import type { Locale } from '../../locale/locales.ts'
import { raiseContentVersion } from '../catalogue/content-version.ts'
import { performAction } from './perform-action.ts'
import type { ActionContext, ActionInput, ActionProblem, ActionResult } from './perform-action.ts'
import type { StaffMember, TextAction } from './staff.ts'
import { textForStaff, textSubject, textVersion } from './text-for-staff.ts'
import type { TextForStaff } from './text-for-staff.ts'

type TextInput = ActionInput & TextName

/** The text in each language. Null when the text is hidden in the language. */
export type TextByLanguage = { readonly [lang in Locale]: TextContent | null }

type NewText = TextInput & {
  readonly contents: TextByLanguage
  /** True for a text that staff add. Its name must be unused. */
  readonly isNew: boolean
}

/** Publishes a text. Does not store a text that equals the shipped text. */
export async function publishText(
  context: ActionContext,
  staff: StaffMember,
  { contents, isNew, ...input }: NewText,
): Promise<ActionResult> {
  // The form of a new text sends no version, because the text had no name yet.
  const version = isNew ? await textVersion(context.db, input) : input.version
  const request = { ...input, version, action: 'publish-text', input: contents } as const
  return change(context, staff, request, (text) => {
    if (isNew && text) return err({ code: 'refused', reason: 'name-used' })
    if (!isNew && !text) return err({ code: 'not-found' })
    return ok(contents)
  })
}

/** Hides a question, a post or advice for a place in every language. */
export async function hideText(
  context: ActionContext,
  staff: StaffMember,
  input: TextInput,
): Promise<ActionResult> {
  const request = { ...input, action: 'hide-text', input: {} } as const
  return change(context, staff, request, (text) => {
    if (!text) return err({ code: 'not-found' })
    if (!mayHide(text.kind)) return err({ code: 'refused', reason: 'needed' })
    return ok(contentByLanguage(text, () => null))
  })
}

/** Replaces a published text by the shipped text, in every language. */
export async function resetText(
  context: ActionContext,
  staff: StaffMember,
  input: TextInput,
): Promise<ActionResult> {
  const request = { ...input, action: 'reset-text', input: {} } as const
  return change(context, staff, request, (text) => {
    if (!text) return err({ code: 'not-found' })
    if (!isShipped(text)) return err({ code: 'refused', reason: 'not-shipped' })
    return ok(contentByLanguage(text, ({ shipped }) => shipped))
  })
}

/** Returns whether staff may hide texts of a kind. The shop needs its legal texts. */
export function mayHide(kind: TextKind): boolean {
  return kind !== 'legal'
}

export function isShipped({ languages }: TextForStaff): boolean {
  return languages.some(({ shipped }) => shipped !== null)
}

type TextRequest = TextInput & {
  readonly action: Exclude<TextAction, 'move-question'>
  readonly input: unknown
}

async function change(
  context: ActionContext,
  staff: StaffMember,
  { kind, ident, ...request }: TextRequest,
  decide: (text: TextForStaff | null) => Result<TextByLanguage, ActionProblem>,
): Promise<ActionResult> {
  const { db } = context
  const name = { kind, ident }
  return performAction(context, staff, { ...request, subject: textSubject(name) }, async () => {
    const text = await textForStaff(db, name)
    const decided = decide(text)
    if (!decided.ok) return decided
    const contents = decided.value
    return ok({
      details: { languages: languagesOf(contents).join(' ') },
      effects: ({ id }) => [
        db.prepare('DELETE FROM published_texts WHERE kind = ? AND ident = ?').bind(kind, ident),
        ...differencesOf(text, contents).map(([lang, content]) =>
          db
            .prepare('INSERT INTO published_texts (kind, lang, ident, content) VALUES (?, ?, ?, ?)')
            .bind(kind, lang, ident, content && JSON.stringify(content)),
        ),
        db
          .prepare('INSERT INTO text_versions (id, kind, ident, contents) VALUES (?, ?, ?, ?)')
          .bind(id, kind, ident, JSON.stringify(contents)),
        db.prepare(raiseContentVersion),
      ],
    })
  })
}

function languagesOf(contents: TextByLanguage): readonly Locale[] {
  return entriesOf(contents).flatMap(([lang, content]) => (content === null ? [] : [lang]))
}

function entriesOf(contents: TextByLanguage): readonly [Locale, TextContent | null][] {
  return Object.entries(contents) as [Locale, TextContent | null][] // the keys are its locales
}

/** Returns the languages in which the text differs from the shipped text. */
function differencesOf(text: TextForStaff | null, contents: TextByLanguage) {
  return entriesOf(contents).filter(([lang, content]) => {
    const shipped = text?.languages.find((each) => each.lang === lang)?.shipped ?? null
    return JSON.stringify(content) !== JSON.stringify(shipped)
  })
}

function contentByLanguage(
  { languages }: TextForStaff,
  contentOf: (version: TextForStaff['languages'][number]) => TextContent | null,
): TextByLanguage {
  const entries = languages.map((version) => [version.lang, contentOf(version)] as const)
  return Object.fromEntries(entries) as TextByLanguage // one entry per locale
}
