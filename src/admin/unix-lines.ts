/** Browsers send line breaks of text areas as CR LF. */
export function withUnixLines(typed: string): string {
  return typed.replaceAll('\r\n', '\n')
}
