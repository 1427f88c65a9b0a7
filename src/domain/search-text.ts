/**
 * Returns a text as a visitor types it into a search: in lower case, with plain spaces and hyphens.
 * The shop's texts have non-breaking spaces and hyphens.
 */
export function searchText(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').replaceAll('\u2011', '-').trim()
}
