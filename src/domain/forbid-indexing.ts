type IndexedAnswer = { readonly header: (name: string, value: string) => void }

/** Keeps an answer out of search engines. */
export function forbidIndexing(c: IndexedAnswer): void {
  c.header('X-Robots-Tag', 'noindex')
}
