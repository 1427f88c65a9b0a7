import type { TextKind } from '../../contract/editable-texts.ts'

type TextField<Name extends string> = {
  readonly name: Name
  /** 1: a text without line breaks. */
  readonly rows: number
  /** In characters. A text area may have more than its texts, for headings and empty lines. */
  readonly maxLength: number
}

/** The fields of a text in one language. */
export const textFields = {
  place: [
    { name: 'networks', rows: 4, maxLength: 600 },
    { name: 'install', rows: 4, maxLength: 600 },
    { name: 'mind', rows: 4, maxLength: 600 },
  ],
  question: [
    { name: 'question', rows: 1, maxLength: 200 },
    { name: 'answer', rows: 8, maxLength: 20_000 },
  ],
  post: [
    { name: 'title', rows: 1, maxLength: 120 },
    { name: 'description', rows: 3, maxLength: 300 },
    { name: 'body', rows: 24, maxLength: 40_000 },
  ],
  legal: [
    { name: 'title', rows: 1, maxLength: 120 },
    { name: 'lead', rows: 3, maxLength: 600 },
    { name: 'sections', rows: 24, maxLength: 60_000 },
  ],
} as const satisfies { readonly [Kind in TextKind]: readonly TextField<string>[] }
