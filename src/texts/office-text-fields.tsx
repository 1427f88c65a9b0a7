import { z } from 'zod'
import { typeset } from '../../content/typography.ts'
import { textContents, textLengths } from './editable-texts.ts'
import type { TextContent, TextKind, TextName, TextContents } from './editable-texts.ts'
import { mailParts, mailWords, shippedMail, variablesIn } from '../messages/mail-texts.ts'
import { textConstants } from '../words/words.shared.ts'
import { faqIdent } from './operations.ts'
import { faqTopics, type FaqTopic } from './texts-for-office.ts'
import type { TextByLanguage } from './publish-text.ts'
import { err, ok, type Result } from '../kit/result.shared.ts'
import { defaultLocale, locales, type Locale } from '../words/locales.shared.ts'
import type { ActionFailure } from '../office/action-form.tsx'
import type { OfficeContext } from '../office/office-context.tsx'
import type { FormFields } from '../office/form-body.ts'
import { withUnixLines } from '../office/fields.tsx'
import type { TextQuery } from './office-texts.tsx'

export type TextFormValues = {
  readonly name: TextName
  readonly isNew: boolean
  readonly contents: TextByLanguage
}

/** The form field with the ident of a new text. */
const newIdent = z.object({ ident: faqIdent })

/** Reads the texts of a form, and applies the typography of each language. */
export async function readTextForm(
  c: OfficeContext,
  { kind, ident }: TextQuery,
  fields: FormFields,
): Promise<Result<TextFormValues, ActionFailure>> {
  const named =
    ident === undefined ? newIdent.safeParse(fields) : { success: true, data: { ident } }
  if (!named.success || !named.data) return err({ code: 'invalid', field: 'address' })
  if (ident === undefined && kind !== 'question' && kind !== 'post')
    return err({ code: 'not-found' })
  const topics = kind === 'question' ? await faqTopics(c.var.context.db) : []
  // Topics and questions share a segment of the URL.
  if (topics.some(({ block }) => block === named.data?.ident))
    return err({ code: 'refused', reason: 'name-used' })
  const contents: { [lang in Locale]?: TextContent | null } = {}
  for (const lang of locales) {
    const read = readContent({ kind, ident: named.data.ident ?? '' }, lang, fields, topics)
    if (!read.ok) return read
    contents[lang] = read.value
  }
  const missing = locales.find((lang) => contents[lang] === null && isNeeded(kind, lang, topics))
  if (missing !== undefined)
    return err({ code: 'missing', lang: missing, field: firstFieldOf(kind, missing) })
  if (locales.every((lang) => contents[lang] === null)) return err({ code: 'empty' })
  const name = { kind, ident: named.data.ident ?? '' }
  // The loop above has read every language.
  return ok({ name, isNew: ident === undefined, contents: contents as TextByLanguage })
}

/**
 * Legal texts and emails exist in every language. A question is required in every language that has questions.
 * Pages in a language without questions show those of another language.
 */
export function isNeeded(kind: TextKind, lang: Locale, topics: readonly FaqTopic[]): boolean {
  if (kind === 'legal' || kind === 'mail') return true
  if (kind !== 'question') return false
  return lang === defaultLocale || topics.some((topic) => topic.lang === lang)
}

function firstFieldOf(kind: TextKind, lang: Locale): string {
  return fieldName(lang, textFields[kind][0].name)
}

function readContent(
  name: TextName,
  lang: Locale,
  fields: FormFields,
  topics: readonly FaqTopic[],
): Result<TextContent | null, ActionFailure> {
  const { kind } = name
  const own = fieldsOfText(name).map((field) => {
    const typed = withUnixLines(fields[fieldName(lang, field.name)] ?? '').trim()
    return [field.name, formatOf(field).read(typeset(lang, typed))] as const
  })
  if (own.every(([, value]) => value.length === 0)) return ok(null)
  const titles = topics.filter(({ block }) => block === fields['block'])
  const topic = titles.find((each) => each.lang === lang) ?? titles[0]
  if (kind === 'question' && !topic) return err({ code: 'invalid', field: 'block' })
  const shared = { block: topic?.block, blockTitle: topic?.title, date: fields['date'] }
  const empty = own.find(([, value]) => kind === 'mail' && value.length === 0)
  if (empty) return err({ code: 'invalid', field: fieldName(lang, empty[0]) })
  const parsed = textContents[kind].safeParse({ ...shared, ...Object.fromEntries(own) })
  if (parsed.success)
    return kind === 'mail' ? checkVariables(lang, name, parsed.data) : ok(parsed.data)
  const [field = ''] = parsed.error.issues[0]?.path ?? []
  const isOwn = textFields[kind].some((each) => each.name === field)
  return err({ code: 'invalid', field: isOwn ? fieldName(lang, String(field)) : String(field) })
}

/** The fields of a text. An email may lack a subject, a heading or a text of its own. */
export function fieldsOfText({ kind, ident }: TextName): readonly FieldOfText[] {
  const fields: readonly FieldOfText[] = textFields[kind]
  const words: object | null = kind === 'mail' ? mailWords(ident) : null
  return fields.filter(({ name }) => words === null || name in words)
}

type FieldOfText = (typeof textFields)[TextKind][number]

/** Requires the variables of the shipped text, which the shop fills, and allows no others. */
function checkVariables(
  lang: Locale,
  { ident }: TextName,
  content: TextContent,
): Result<TextContent, ActionFailure> {
  const shipped = shippedMail(lang, ident)
  if (shipped === null || !('subject' in content)) return err({ code: 'not-found' })
  for (const part of mailParts) {
    const field = fieldName(lang, part)
    const needed = [...variablesIn(shipped[part])].filter((name) => !(name in textConstants))
    const used = [...variablesIn(content[part])]
    const unknown = used.filter((name) => !needed.includes(name) && !(name in textConstants))
    if (unknown.length > 0) return err({ code: 'unknown-variable', field, names: shown(unknown) })
    const missing = needed.filter((name) => !used.includes(name))
    if (missing.length > 0) return err({ code: 'missing-variable', field, names: shown(missing) })
  }
  return ok(content)
}

function shown(names: readonly string[]): string {
  return names.map((name) => `{{${name}}}`).join(', ')
}

type TextField<Name extends string> = {
  readonly name: Name
  /** 1 for a text without line breaks. */
  readonly rows: number
  /** In characters. A text area allows more than its texts have, for headings and empty lines. */
  readonly maxLength: number
  readonly format?: keyof typeof formats
}

/** How a field shows a value that is not a text. */
const formats = {
  text: { read: (typed: string) => typed, write: (value: string) => value },
  paragraphs: { read: paragraphsIn, write: typedParagraphs },
  sections: { read: sectionsIn, write: typedSections },
} as const

function formatOf({ format = 'text' }: TextField<string>) {
  return formats[format]
}

const { place, question, post, legal, mail } = textLengths

export const textFields = {
  place: [
    { name: 'networks', rows: 4, maxLength: place.networks },
    { name: 'install', rows: 4, maxLength: place.install },
    { name: 'mind', rows: 4, maxLength: place.mind },
  ],
  question: [
    { name: 'question', rows: 1, maxLength: question.question },
    { name: 'answer', rows: 8, maxLength: 20_000, format: 'paragraphs' },
  ],
  post: [
    { name: 'title', rows: 1, maxLength: post.title },
    { name: 'description', rows: 3, maxLength: post.description },
    { name: 'body', rows: 24, maxLength: post.body },
  ],
  legal: [
    { name: 'title', rows: 1, maxLength: legal.title },
    { name: 'lead', rows: 3, maxLength: legal.lead },
    { name: 'sections', rows: 24, maxLength: 60_000, format: 'sections' },
  ],
  mail: [
    { name: 'subject', rows: 1, maxLength: mail.subject },
    { name: 'heading', rows: 1, maxLength: mail.heading },
    { name: 'text', rows: 8, maxLength: mail.text },
  ],
} as const satisfies { readonly [Kind in TextKind]: readonly TextField<string>[] }

export function fieldName(lang: Locale, field: string): string {
  return `${lang}-${field}`
}

/** Fields that every language of a text shares. */
const sharedFields = ['block', 'date'] as const

/** The form fields for these texts. */
export function valuesOf(
  kind: TextKind,
  contents: { readonly [lang in Locale]?: TextContent | null },
): FormFields {
  const entries = locales.flatMap((lang) => {
    const content: { readonly [field: string]: unknown } = contents[lang] ?? {}
    const shared = sharedFields.map((name) => [name, content[name]])
    const own = textFields[kind].map((field) => {
      const value = content[field.name]
      // The schema of the content gives each field the value of its format.
      const text = value === undefined ? value : formatOf(field).write(value as never)
      return [fieldName(lang, field.name), text]
    })
    return [...shared, ...own].filter(([, value]) => value !== undefined)
  })
  return Object.fromEntries(entries)
}

type Sections = TextContents['legal']['sections']

/** Splits typed text into paragraphs at empty lines. */
export function paragraphsIn(typed: string): string[] {
  return withUnixLines(typed)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}

export function typedParagraphs(paragraphs: readonly string[]): string {
  return paragraphs.join('\n\n')
}

/**
 * Splits typed text into sections at lines with `## Title`. Text before the first such line becomes
 * a section without a title, which is invalid, so that no text is lost.
 */
export function sectionsIn(typed: string): Sections {
  const [before = '', ...sections] = `\n${withUnixLines(typed)}`.split(/\n##[ \t]+/)
  const untitled = { title: '', paragraphs: paragraphsIn(before) }
  const titled = sections.map((section) => {
    const [title = '', ...lines] = section.split('\n')
    return { title: title.trim(), paragraphs: paragraphsIn(lines.join('\n')) }
  })
  return untitled.paragraphs.length === 0 ? titled : [untitled, ...titled]
}

export function typedSections(sections: Sections): string {
  return sections
    .map(({ title, paragraphs }) => `## ${title}\n\n${typedParagraphs(paragraphs)}`)
    .join('\n\n')
}
