import { refusal } from '../contract/common.ts'
import type { FieldErrors } from './answer.ts'

const namePattern = /^[A-Za-z0-9_]{1,64}$/
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])
const maxDepth = 6
const maxFields = 100

type Branch = { [field: string]: string[] | Branch }

/** What a failed answer says: a text for the whole form, and messages by field with dotted names nested. */
export function readErrorBody(body: unknown): { error: string | null; errors: FieldErrors } {
  const parsed = refusal.safeParse(body)
  if (!parsed.success) return { error: null, errors: {} }
  const { error, message, errors = {} } = parsed.data
  return { error: error ?? message ?? null, errors: nestFieldErrors(errors) }
}

/** `{ 'card.number': ['…'] }` becomes `{ card: { number: ['…'] } }`; names that could reach a prototype are dropped. */
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

function place(root: Branch, parts: readonly string[], messages: string[]): void {
  const leaf = parts.at(-1) ?? ''
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
