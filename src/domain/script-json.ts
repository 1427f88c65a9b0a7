const escapedLess = String.raw`\u003c`

/** Returns JSON for a script element. Escapes `<`, so that no text can close the element. */
export function scriptJson(data: object): string {
  return JSON.stringify(data).replace(/</g, escapedLess)
}
