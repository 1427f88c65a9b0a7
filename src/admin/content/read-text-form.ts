import { z } from 'zod'
import { typeset } from '../../../content/typography.ts'
import { textContents } from '../../texts/editable-texts.ts'
import type { TextContent, TextKind, TextName } from '../../texts/editable-texts.ts'
import { faqIdent } from '../../texts/faq-contract.ts'
import { faqTopics } from '../../texts/texts-for-office.ts'
import type { FaqTopic } from '../../texts/texts-for-office.ts'
import type { TextByLanguage } from '../../texts/publish-text.ts'
import { err, ok } from '../../kit/result.shared.ts'
import type { Result } from '../../kit/result.shared.ts'
import { defaultLocale, locales } from '../../words/locales.shared.ts'
import type { Locale } from '../../words/locales.shared.ts'
import type { ActionFailure } from '../action-form.tsx'
import type { AdminContext } from '../admin-env.ts'
import type { FormFields } from '../routing/form-fields.ts'
import { withUnixLines } from '../unix-lines.ts'
import { paragraphsIn, sectionsIn } from './text-markup.ts'
import type { TextQuery } from './text-query.ts'
import { textFields } from './text-fields.ts'
import { fieldName } from './text-values.ts'

export type TextFormValues = {
  readonly name: TextName
  readonly isNew: boolean
  readonly contents: TextByLanguage
}

/** The form field with the ident of a new text. */
const newIdent = z.object({ ident: faqIdent })

/** Reads the texts of a form, and applies the typography of each language. */
export async function readTextForm(
  c: AdminContext,
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
    const read = readContent(kind, lang, fields, topics)
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
 * Legal texts exist in every language. A question is required in every language that has questions.
 * Pages in a language without questions show those of another language.
 */
export function isNeeded(kind: TextKind, lang: Locale, topics: readonly FaqTopic[]): boolean {
  if (kind === 'legal') return true
  if (kind !== 'question') return false
  return lang === defaultLocale || topics.some((topic) => topic.lang === lang)
}

function firstFieldOf(kind: TextKind, lang: Locale): string {
  return fieldName(lang, textFields[kind][0].name)
}

function readContent(
  kind: TextKind,
  lang: Locale,
  fields: FormFields,
  topics: readonly FaqTopic[],
): Result<TextContent | null, ActionFailure> {
  const typedText = (name: string) => withUnixLines(fields[fieldName(lang, name)] ?? '').trim()
  const printedText = (name: string) => typeset(lang, typedText(name))
  const inputs = {
    place: {
      networks: printedText('networks'),
      install: printedText('install'),
      mind: printedText('mind'),
    },
    question: { question: printedText('question'), answer: paragraphsIn(printedText('answer')) },
    post: {
      title: printedText('title'),
      description: printedText('description'),
      body: printedText('body'),
    },
    legal: {
      title: printedText('title'),
      lead: printedText('lead'),
      sections: sectionsIn(printedText('sections')),
    },
  } as const
  const input = inputs[kind]
  if (Object.values(input).every((value) => value.length === 0)) return ok(null)
  const titles = topics.filter(({ block }) => block === fields['block'])
  const topic = titles.find((each) => each.lang === lang) ?? titles[0]
  if (kind === 'question' && !topic) return err({ code: 'invalid', field: 'block' })
  const shared = { block: topic?.block, blockTitle: topic?.title, date: fields['date'] }
  const parsed = textContents[kind].safeParse({ ...shared, ...input })
  if (parsed.success) return ok(parsed.data)
  const [name = ''] = parsed.error.issues[0]?.path ?? []
  const isOwn = textFields[kind].some((each) => each.name === name)
  return err({ code: 'invalid', field: isOwn ? fieldName(lang, String(name)) : String(name) })
}
