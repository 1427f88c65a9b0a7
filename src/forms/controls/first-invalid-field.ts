import { createContext, use } from 'react'

/** The name of the first invalid field of a form, or undefined if all its fields are valid. */
export const FirstInvalidField = createContext<string | undefined>(undefined)

/**
 * Returns the `autoFocus` of a field. Without JavaScript, the page of a rejected form opens at its
 * first invalid field. Only one element of a page may have the attribute.
 */
export function useAutoFocus(name: string): true | undefined {
  return use(FirstInvalidField) === name || undefined
}
