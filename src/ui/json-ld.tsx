import type { StructuredData } from '../domain/structured-data.ts'

/**
 * Adds structured data. Escapes `<`, so that no text of the catalogue can close the script element.
 */
export function JsonLd({ data }: { data: StructuredData }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data })
  const safe = { __html: json.replaceAll('<', String.raw`\u003c`) }
  return <script type="application/ld+json" dangerouslySetInnerHTML={safe} />
}
