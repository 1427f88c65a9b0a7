import { findingTexts, type FindingCode, type FindingValues } from '../words/office-texts.ts'
import { defaultLocale } from '../words/locales.shared.ts'

/** A problem that prevents sales, or costs the shop money or customers. */
export type CommandFinding = {
  /**
   * `error` when the shop cannot or must not sell. `warning` when it can sell, but needs a change.
   */
  readonly level: 'error' | 'warning'
  /** A sentence, such as `Every plan is sold out.` */
  readonly problem: string
  /** A command to run or a setting to change. */
  readonly remedy: string
}

/** A finding that the back office shows in its own language. */
export type ShopFinding = CommandFinding & {
  readonly code: FindingCode
  readonly values: FindingValues
}

export function error(code: FindingCode, values: FindingValues = {}): ShopFinding {
  return { level: 'error', code, values, ...findingTexts(defaultLocale, { code, values }) }
}

export function warning(code: FindingCode, values: FindingValues = {}): ShopFinding {
  return { ...error(code, values), level: 'warning' }
}
