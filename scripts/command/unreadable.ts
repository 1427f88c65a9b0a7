/** The error for a file that a command cannot read. The message of Node has only its code. */
export function unreadable(path: string): Error {
  return new Error(`${path}: the file cannot be read. Check its path and permissions.`)
}
