type IndexedAnswer = { readonly header: (name: string, value: string) => void }

export function forbidIndexing(c: IndexedAnswer): void {
  c.header('X-Robots-Tag', 'noindex')
}
