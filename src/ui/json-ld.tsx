import { scriptJson } from '../domain/script-json.ts'
import type { StructuredData } from '../domain/structured-data.ts'

/** Adds structured data. */
export function JsonLd({ data }: { data: StructuredData }) {
  const json = scriptJson({ '@context': 'https://schema.org', ...data })
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
