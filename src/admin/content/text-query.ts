import { z } from 'zod'
import { textKinds } from '../../texts/editable-texts.ts'
import { doneQuery } from '../routing/query-fields.ts'

export const textKind = z.enum(textKinds)

/** The query of a text's page. Without an ident, the page is for a new text. */
export const textQuery = doneQuery.extend({
  kind: textKind,
  ident: z.string().optional(),
  /** The change in the history whose text is shown. */
  version: z.string().optional(),
})
export type TextQuery = z.output<typeof textQuery>
