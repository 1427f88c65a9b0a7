import type { StructuredData } from '../domain/structured-data.ts'

/**
 * Structured data. `<` is escaped, so that no text of the catalogue can close the script element.
 */
export function JsonLd({ data }: { data: StructuredData }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data })
  const safe = { __html: json.replaceAll('<', String.raw`\u003c`) }
  return <script type="application/ld+json" dangerouslySetInnerHTML={safe} />
}
