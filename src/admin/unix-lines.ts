import { z } from 'zod'

/** Browsers send line breaks of text areas as CR LF. */
export function withUnixLines(typed: string): string {
  return typed.replaceAll('\r\n', '\n')
}

/** Parses a required text of a text area. Browsers count a line break as one character. */
export function typedLines(maxLength: number) {
  return z.string().transform(withUnixLines).pipe(z.string().trim().min(1).max(maxLength))
}
