/**
 * Text as a visitor types it into a search: in lower case, with plain spaces and hyphens. The
 * shop's texts have no-break ones.
 */
export function searchText(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').replaceAll('\u2011', '-').trim()
}
