/** Parses JSON from outside, for a schema to judge. Null where it is something else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
