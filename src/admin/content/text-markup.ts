import type { TextContents } from '../../texts/editable-texts.ts'
import { withUnixLines } from '../unix-lines.ts'

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
