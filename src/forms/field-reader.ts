export type FieldReader = {
  readonly text: (name: string) => string
  readonly isChecked: (name: string) => boolean
}

/** Longer than every field's limit, so that validation and not the reader rejects long text. */
const maxFieldLength = 5000

export function fieldReader(valueOf: (name: string) => unknown): FieldReader {
  const text = (name: string) => {
    const value = valueOf(name)
    if (typeof value !== 'string') return ''
    // Browsers count a line break as one character against maxlength, and send two.
    return value.trim().replaceAll('\r\n', '\n').slice(0, maxFieldLength)
  }
  return { text, isChecked: (name) => text(name) === '1' }
}
