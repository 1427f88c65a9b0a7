import { content } from '../../locale/content.ts'
import { locales } from '../../locale/locales.ts'
import { warning } from './finding.ts'
import type { ShopFinding } from './finding.ts'

const legalTexts = [
  { name: 'userAgreement', file: 'user-agreement.ts' },
  { name: 'dataPolicy', file: 'data-policy.ts' },
] as const

/** Legal texts that are still samples. */
export function textFindings(): readonly ShopFinding[] {
  return locales.flatMap((locale) =>
    legalTexts
      .filter(({ name }) => content[locale].articles[name].isSample)
      .map(({ file }) =>
        warning(
          `content/${locale}/${file} is a sample.`,
          'Replace its text with your lawyer’s, and remove isSample.',
        ),
      ),
  )
}
