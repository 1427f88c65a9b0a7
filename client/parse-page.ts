/**
 * Parses a page of the shop. Its policy allows only the styles of the current page and those of
 * forms, and browsers report the others as errors, so it is parsed without the others.
 */
export function parsePage(html: string): Document {
  const allowed = html.replaceAll(/<style>.*?<\/style>/gs, '')
  return new DOMParser().parseFromString(allowed, 'text/html')
}
