import { textLengths } from '../../texts/editable-texts.ts'
import type { TextKind } from '../../texts/editable-texts.ts'

type TextField<Name extends string> = {
  readonly name: Name
  /** 1 for a text without line breaks. */
  readonly rows: number
  /** In characters. A text area allows more than its texts have, for headings and empty lines. */
  readonly maxLength: number
}

const { place, question, post, legal } = textLengths

export const textFields = {
  place: [
    { name: 'networks', rows: 4, maxLength: place.networks },
    { name: 'install', rows: 4, maxLength: place.install },
    { name: 'mind', rows: 4, maxLength: place.mind },
  ],
  question: [
    { name: 'question', rows: 1, maxLength: question.question },
    { name: 'answer', rows: 8, maxLength: 20_000 },
  ],
  post: [
    { name: 'title', rows: 1, maxLength: post.title },
    { name: 'description', rows: 3, maxLength: post.description },
    { name: 'body', rows: 24, maxLength: post.body },
  ],
  legal: [
    { name: 'title', rows: 1, maxLength: legal.title },
    { name: 'lead', rows: 3, maxLength: legal.lead },
    { name: 'sections', rows: 24, maxLength: 60_000 },
  ],
} as const satisfies { readonly [Kind in TextKind]: readonly TextField<string>[] }
