import { oneLine } from './field-limits.ts'

/**
 * Maximum length of the reason for a staff action, in characters. A partner's page shows ten
 * reasons, and must fit in 14,000 bytes.
 */
export const maxReason = 200

/** Maximum length of a note about an order, in characters. */
export const maxNote = 2000

/** Whether a text without spaces around it can be the reason for an action. */
export function isReason(text: string): boolean {
  return text !== '' && text.length <= maxReason && oneLine.test(text)
}
