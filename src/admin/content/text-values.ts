import type { TextContent } from '../../texts/editable-texts.ts'
import { locales } from '../../words/locales.shared.ts'
import type { Locale } from '../../words/locales.shared.ts'
import type { FormFields } from '../routing/form-fields.ts'
import { typedParagraphs, typedSections } from './text-markup.ts'

export function fieldName(lang: Locale, field: string): string {
  return `${lang}-${field}`
}

/** The form fields for these texts. */
export function valuesOf(contents: { readonly [lang in Locale]?: TextContent | null }): FormFields {
  const entries = locales.flatMap((lang) => {
    const content = contents[lang] ?? null
    if (content === null) return []
    const { shared, own } = typedContent(content)
    const named = Object.entries(own).map(([field, value]) => [fieldName(lang, field), value])
    return [...Object.entries(shared), ...named]
  })
  return Object.fromEntries(entries)
}

function typedContent(content: TextContent): {
  readonly shared: FormFields
  readonly own: FormFields
} {
  if ('networks' in content) return { shared: {}, own: content }
  if ('block' in content) {
    const { block, question, answer } = content
    return { shared: { block }, own: { question, answer: typedParagraphs(answer) } }
  }
  if ('body' in content) {
    const { date, ...own } = content
    return { shared: { date }, own }
  }
  const { title, lead, sections } = content
  return { shared: {}, own: { title, lead, sections: typedSections(sections) } }
}
