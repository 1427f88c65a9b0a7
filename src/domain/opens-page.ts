/**
 * Attributes of a text at which the answer to a form opens, so that a screen reader reads it first.
 * Browsers ignore them when the URL has a fragment. Only one element of a page may have them.
 */
export const opensPage = { autoFocus: true, tabIndex: -1 } as const
