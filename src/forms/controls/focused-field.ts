import { createContext, use } from 'react'

/**
 * The name of the field at which the page of a form opens: its first invalid field, or the field of
 * its next step. Undefined if the page opens at its start.
 */
export const FocusedField = createContext<string | undefined>(undefined)

/**
 * Returns the `autoFocus` of a field. Without JavaScript, the page of a rejected form opens at its
 * first invalid field. Only one element of a page may have the attribute.
 */
export function useAutoFocus(name: string): true | undefined {
  return use(FocusedField) === name || undefined
}
