/** What a form holds, as the server and the browser both read it: texts, trimmed, '' where there is none. */
export type FieldReader = {
  readonly text: (name: string) => string
  readonly isChecked: (name: string) => boolean
}

/** Reads fields out of anything that finds a value by name; each at most 5 000 characters. */
export function fieldReader(valueOf: (name: string) => unknown): FieldReader {
  const text = (name: string) => {
    const value = valueOf(name)
    return typeof value === 'string' ? value.trim().slice(0, 5000) : ''
  }
  return { text, isChecked: (name) => text(name) === '1' }
}
