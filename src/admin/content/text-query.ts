import { z } from 'zod'
import { textKinds } from '../../contract/editable-texts.ts'
import { doneQuery } from '../routing/query-fields.ts'

export const textKind = z.enum(textKinds)

/** The address of a text; without an ident, that of a new one. */
export const textQuery = doneQuery.extend({
  kind: textKind,
  ident: z.string().optional(),
  /** The change of the history whose text is shown. */
  version: z.string().optional(),
})
export type TextQuery = z.output<typeof textQuery>
