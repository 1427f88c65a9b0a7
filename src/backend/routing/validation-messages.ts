import type { z } from 'zod'
import type { Words } from '../../locale/words.ts'

/** The first message of each invalid field, by dotted field name, in the visitor's language. */
export function messagesOf(
  issues: readonly z.core.$ZodIssue[],
  words: Words,
): Record<string, string[]> {
  const messages: Record<string, string[]> = {}
  for (const issue of issues) {
    const name = issue.path.map(String).join('.')
    messages[name] ??= [messageFor(name, issue, words)]
  }
  return messages
}

function messageFor(name: string, issue: z.core.$ZodIssue, words: Words): string {
  if (name === 'email') return words('api.email')
  if (name === 'consent') return words('api.consent')
  return words(
    issue.input === undefined && issue.code === 'invalid_type' ? 'api.required' : 'api.invalid',
  )
}
