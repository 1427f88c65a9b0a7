/** What a form holds, as the server and the browser both read it: texts, trimmed, '' where there is none. */
export type FieldReader = {
  readonly text: (name: string) => string
  readonly isChecked: (name: string) => boolean
}

/**
 * Reads fields out of anything that finds a value by name; each at most 5 000 characters. A browser counts the end of a line
 * as one character against `maxlength` and sends two: they are one here as well.
 */
export function fieldReader(valueOf: (name: string) => unknown): FieldReader {
  const text = (name: string) => {
    const value = valueOf(name)
    return typeof value === 'string' ? value.trim().replaceAll('\r\n', '\n').slice(0, 5000) : ''
  }
  return { text, isChecked: (name) => text(name) === '1' }
}
