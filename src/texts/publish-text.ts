import type { TextContent, TextKind, TextName } from './editable-texts.ts'
import { err, ok, type Result } from '../kit/result.shared.ts'
import { defaultLocale, type Locale } from '../words/locales.shared.ts'
import { raiseContentVersion, unchangedContent } from '../plans/content-version.ts'
import { performAction } from '../api/perform-action.ts'
import type {
  ActionContext,
  ActionInput,
  ActionProblem,
  ActionResult,
} from '../api/perform-action.ts'
import type { StaffMember, TextAction } from '../api/staff.ts'
import { textForOffice, textSubject, textVersion, type TextForOffice } from './texts-for-office.ts'
import { rankOfQuestion } from './place-texts.ts'
import { prepare, readRows, sql } from '../kit/sql.ts'

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
export async function hideText(context: ActionContext, staff: StaffMember, input: TextInput) {
  const request = { ...input, action: 'hide-text', input: {} } as const
  return change(context, staff, request, (text) => {
    if (!text) return err({ code: 'not-found' })
    if (!mayHide(text.kind)) return err({ code: 'refused', reason: 'needed' })
    return ok(contentByLanguage(text, () => null))
  })
}

/** Replaces a published text by the shipped text, in every language. */
export async function resetText(context: ActionContext, staff: StaffMember, input: TextInput) {
  const request = { ...input, action: 'reset-text', input: {} } as const
  return change(context, staff, request, (text) => {
    if (!text) return err({ code: 'not-found' })
    if (!isShipped(text)) return err({ code: 'refused', reason: 'not-shipped' })
    return ok(contentByLanguage(text, ({ shipped }) => shipped))
  })
}

/** Returns whether staff may hide texts of a kind. The shop needs its legal texts and emails. */
export function mayHide(kind: TextKind): boolean {
  return kind !== 'legal' && kind !== 'mail'
}

export function isShipped({ languages }: TextForOffice): boolean {
  return languages.some(({ shipped }) => shipped !== null)
}

type TextRequest = TextInput & {
  readonly action: Exclude<TextAction, 'move-question' | 'test-text'>
  readonly input: unknown
}

async function change(
  context: ActionContext,
  staff: StaffMember,
  { kind, ident, ...request }: TextRequest,
  decide: (text: TextForOffice | null) => Result<TextByLanguage, ActionProblem>,
): Promise<ActionResult> {
  const { db } = context
  const name = { kind, ident }
  return performAction(context, staff, { ...request, subject: textSubject(name) }, async () => {
    const text = await textForOffice(db, name)
    const decided = decide(text)
    if (!decided.ok) return decided
    const contents = decided.value
    // A language that is switched off keeps its text.
    const rows = sql`kind = ${kind} AND ident = ${ident}
      AND lang IN (SELECT value FROM json_each(${JSON.stringify(Object.keys(contents))}))`
    return ok({
      details: { languages: languagesOf(contents).join(' ') },
      effects: ({ id }) => [
        prepare(db)`DELETE FROM texts WHERE ${rows} AND shipped IS NULL`,
        prepare(db)`UPDATE texts SET content = shipped WHERE ${rows}`,
        ...differencesOf(text, contents).map(
          ([lang, content]) =>
            prepare(db)`INSERT INTO texts (kind, lang, ident, content)
              VALUES (${kind}, ${lang}, ${ident}, ${content && JSON.stringify(content)})
              ON CONFLICT (kind, lang, ident) DO UPDATE
                SET content = ${content && JSON.stringify(content)}`,
        ),
        prepare(db)`INSERT INTO text_versions (id, kind, ident, contents)
          VALUES (${id}, ${kind}, ${ident}, ${JSON.stringify(contents)})`,
        raiseContentVersion(db),
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
function differencesOf(text: TextForOffice | null, contents: TextByLanguage) {
  return entriesOf(contents).filter(([lang, content]) => {
    const shipped = text?.languages.find((each) => each.lang === lang)?.shipped ?? null
    return JSON.stringify(content) !== JSON.stringify(shipped)
  })
}

function contentByLanguage(
  { languages }: TextForOffice,
  contentOf: (version: TextForOffice['languages'][number]) => TextContent | null,
): TextByLanguage {
  const entries = languages.map((version) => [version.lang, contentOf(version)] as const)
  return Object.fromEntries(entries) as TextByLanguage // one entry per locale
}

export type TopicQuestion = { readonly ident: string; readonly question: string }

/**
 * Returns the questions of this question's topic in order, in `lang` if translated. Returns none
 * when the question is hidden.
 */
export async function questionsOfTopic(db: D1Database, ident: string, lang: Locale) {
  return readRows<TopicQuestion>(db)`SELECT ident, coalesce(max(iif(lang = ${lang},
      question, NULL)), max(question)) AS question
    FROM shown_questions
    WHERE block_ident = (SELECT block_ident FROM shown_questions WHERE ident = ${ident} LIMIT 1)
    GROUP BY ident
    ORDER BY ${rankOfQuestion} IS NULL, ${rankOfQuestion}, min(position), ident`
}

type QuestionMove = ActionInput & {
  readonly ident: string
  /** The previous question. Null for the first place. */
  readonly after: string | null
}

/** Moves a question within its topic, in every language. */
export async function moveQuestion(
  context: ActionContext,
  staff: StaffMember,
  { ident, after, ...input }: QuestionMove,
): Promise<ActionResult> {
  const { db } = context
  const subject = textSubject({ kind: 'question', ident })
  const request = { ...input, action: 'move-question', subject, input: { after } } as const
  return performAction(context, staff, request, async () => {
    // Read the content version before the questions, so that a change in between is a conflict.
    const condition = await unchangedContent(db)
    const known = await questionsOfTopic(db, ident, defaultLocale)
    const others = known.map((each) => each.ident).filter((each) => each !== ident)
    const isKnown = others.length < known.length && (after === null || others.includes(after))
    if (!isKnown) return err({ code: 'not-found' })
    const order = others.toSpliced(after === null ? 0 : others.indexOf(after) + 1, 0, ident)
    return ok({
      details: { after },
      condition,
      effects: () => [
        prepare(db)`INSERT INTO state (name, value)
          SELECT 'question-order', json_group_object(value, key)
            FROM json_each(${JSON.stringify(order)}) WHERE true
          ON CONFLICT (name) DO UPDATE SET value = json_patch(value, excluded.value)`,
        raiseContentVersion(db),
      ],
    })
  })
}
