/**
 * Messages by field. Dotted names of the API become nested objects. The objects have no prototype,
 * so that no field name can pollute it.
 */
export type FieldErrors = { readonly [field: string]: readonly string[] | FieldErrors }

export type FormErrors = {
  /** HTTP status, or 0 when the server could not be reached. */
  readonly status: number
  readonly code: string | null
  readonly message: string | null
  readonly fields: FieldErrors
}

const namePattern = /^[A-Za-z0-9_]{1,64}$/
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])
const maxDepth = 6
const maxFields = 100

type Branch = { [field: string]: string[] | Branch }

/**
 * Nests dotted names: `{ 'card.number': ['…'] }` becomes `{ card: { number: ['…'] } }`. Drops
 * unsafe names, names deeper than 6 levels and fields after the 100th.
 */
export function nestFieldErrors(flat: {
  readonly [name: string]: readonly string[] | string
}): FieldErrors {
  const root = emptyBranch()
  for (const [name, messages] of Object.entries(flat).slice(0, maxFields)) {
    const parts = name.split('.')
    const isSafe = parts.every((part) => namePattern.test(part) && !forbidden.has(part))
    if (isSafe && parts.length <= maxDepth) place(root, parts, [messages].flat())
  }
  return root
}

export function messagesFor(errors: FormErrors | null, name: string): readonly string[] {
  if (errors === null) return []
  const found = name.split('.').reduce<FieldErrors | readonly string[] | undefined>((at, part) => {
    return at === undefined || isMessages(at) ? undefined : at[part]
  }, errors.fields)
  return found !== undefined && isMessages(found) ? found : []
}

/**
 * Returns the errors without those of a field that the visitor corrects, or null if none is left.
 */
export function withoutField(errors: FormErrors, name: string): FormErrors | null {
  const fields = Object.fromEntries(Object.entries(errors.fields).filter(([each]) => each !== name))
  const isEmpty = Object.keys(fields).length === 0 && errors.message === null
  return isEmpty ? null : { ...errors, fields }
}

/**
 * Returns messages of fields that the form does not show, because other servers may have their own
 * fields.
 */
export function otherMessages(errors: FormErrors, shown: readonly string[]): readonly string[] {
  return leavesOf(errors.fields).flatMap(([name, messages]) =>
    shown.includes(name) ? [] : messages,
  )
}

type Leaf = readonly [name: string, messages: readonly string[]]

function leavesOf(fields: FieldErrors, path = ''): readonly Leaf[] {
  return Object.entries(fields).flatMap(([name, at]): readonly Leaf[] =>
    isMessages(at) ? [[path + name, at]] : leavesOf(at, `${path}${name}.`),
  )
}

function isMessages(at: FieldErrors | readonly string[]): at is readonly string[] {
  return Array.isArray(at)
}

function place(root: Branch, parts: readonly string[], messages: string[]): void {
  const leaf = parts[parts.length - 1] ?? ''
  let branch = root
  for (const part of parts.slice(0, -1)) {
    const next = branch[part]
    if (Array.isArray(next)) return
    branch = branch[part] = next ?? emptyBranch()
  }
  branch[leaf] ??= messages
}

function emptyBranch(): Branch {
  return Object.create(null)
}
