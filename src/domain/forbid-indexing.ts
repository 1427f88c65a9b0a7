type IndexedAnswer = { readonly header: (name: string, value: string) => void }

/** Forbids search engines to index the response. */
export function forbidIndexing(c: IndexedAnswer): void {
  c.header('X-Robots-Tag', 'noindex')
}
