import type { Thing } from '../domain/structured-data.ts'

/** Facts for machines: a block of data, which no browser runs. No `<` in it, so no text of a catalogue can end it. */
export function JsonLd({ data }: { data: Thing }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data })
  const safe = { __html: json.replaceAll('<', String.raw`\u003c`) }
  return <script type="application/ld+json" dangerouslySetInnerHTML={safe} />
}
