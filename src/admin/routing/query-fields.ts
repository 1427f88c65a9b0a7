import { z } from 'zod'
import { actionRoles } from '../../backend/operations/staff.ts'
import type { Action } from '../../backend/operations/staff.ts'

/** The action that was just done, which the page confirms. Other values are ignored. */
const done = z
  .custom<Action>((name) => typeof name === 'string' && Object.hasOwn(actionRoles, name))
  .nullable()
  .catch(null)

/** The query of a page whose address has nothing else. */
export const doneQuery = z.object({ done })

/** The query of the page of one subject. */
export const subjectQuery = doneQuery.extend({ id: z.string() })

/** A text to search for. It is cut at the length of the longest text that can match. */
export function searchText(maxLength: number) {
  return z
    .string()
    .default('')
    .transform((typed) => typed.trim().slice(0, maxLength))
}

/** The last entry of the page before, or '' for the first page. */
export function pageStart(maxLength: number) {
  return z
    .string()
    .default('')
    .transform((typed) => typed.slice(0, maxLength))
}
