import { normalize } from '../../domain/spelling.ts'

/**
 * Returns an operator's title, or the typed start of one, as the search compares it: `Kölbi ICE`
 * becomes `kolbi ice`. Text that contains only punctuation is kept, because an empty start
 * matches all titles.
 */
export function searchTitle(text: string): string {
  return normalize(text) || text.trim().toLowerCase()
}
