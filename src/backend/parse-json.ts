/** Parses JSON from outside. Validate the result with a schema. Null when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
