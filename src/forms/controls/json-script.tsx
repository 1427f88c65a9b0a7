/** Adds data for a script. Escapes `<`, so that no text can close the script element. */
export function JsonScript({ data }: { data: object }) {
  const safe = { __html: JSON.stringify(data).replaceAll('<', String.raw`\u003c`) }
  return <script type="application/json" dangerouslySetInnerHTML={safe} />
}
