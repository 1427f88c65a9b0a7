import { z } from 'zod'
import { actionRoles } from '../../api/staff.ts'
import type { Action } from '../../api/staff.ts'

/** The action that was just done. The page confirms it, and ignores other values. */
const done = z
  .custom<Action>((name) => typeof name === 'string' && Object.hasOwn(actionRoles, name))
  .nullable()
  .catch(null)

/** The query of a page that has no other parameters. */
export const doneQuery = z.object({ done })

export const subjectQuery = doneQuery.extend({ id: z.string() })

/** A search text, cut at the length of the longest text that can match. */
export function searchText(maxLength: number) {
  return z
    .string()
    .default('')
    .transform((typed) => typed.trim().slice(0, maxLength))
}

/** At least the length of every id. */
const maxID = 64

/** The id of the last entry of the previous page, or '' for the first page. */
export const pageStart = z
  .string()
  .default('')
  .transform((typed) => typed.slice(0, maxID))
