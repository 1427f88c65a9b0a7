/** A form value in bracket notation: `line_items[0][quantity]=1`. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }

/** Decodes a form or query in bracket notation, which Stripe accepts. */
export function decodeBracketForm(encoded: string): { [name: string]: FormValue } {
  const root: { [name: string]: FormValue } = {}
  for (const [key, value] of new URLSearchParams(encoded)) {
    const path = key.split(/[[\]]+/).filter((each) => each !== '')
    insert(root, path, value)
  }
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, withLists(value)]))
}

function insert(into: { [name: string]: FormValue }, path: readonly string[], value: string): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) into[name] = value
  else insert((into[name] ??= {}) as { [name: string]: FormValue }, rest, value)
}

/** Converts objects whose names are 0, 1, … to lists. */
function withLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, each]) => [name, withLists(each)] as const)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, each]) => each) : Object.fromEntries(entries)
}
