import { findingTexts } from '../../locale/finding-texts.ts'
import type { FindingCode, FindingValues } from '../../locale/finding-texts.ts'
import { defaultLocale } from '../../locale/locales.ts'

/** A problem that prevents sales, or will cost the shop money or customers. */
export type CommandFinding = {
  /** `error`: the shop cannot or must not sell. `warning`: it sells, but something is missing. */
  readonly level: 'error' | 'warning'
  /** A sentence: `12 sample profiles are on sale.` */
  readonly problem: string
  /** The remedy: a command or a setting. */
  readonly remedy: string
}

/** A finding that has texts in every language, for the back office. */
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
