import { z } from 'zod'
import { content } from '../../locale/content.ts'
import { locales } from '../../locale/locales.ts'
import type { SqlStore } from '../sql-store.ts'
import { warning } from './finding.ts'
import type { ShopFinding } from './finding.ts'

const legalTexts = [
  { name: 'userAgreement', file: 'user-agreement.ts' },
  { name: 'dataPolicy', file: 'data-policy.ts' },
] as const

/** Reports legal texts that are samples and that staff have not replaced in the back office. */
export async function textFindings({
  query,
}: Pick<SqlStore, 'query'>): Promise<readonly ShopFinding[]> {
  const published = await query(
    `SELECT lang, ident FROM published_texts WHERE kind = 'legal'`,
    z.object({ lang: z.string(), ident: z.string() }),
  )
  const isPublished = (locale: string, name: string) =>
    published.some(({ lang, ident }) => lang === locale && ident === name)
  return locales.flatMap((locale) =>
    legalTexts
      .filter(({ name }) => content[locale].articles[name].isSample && !isPublished(locale, name))
      .map(({ file }) => warning('sample-text', { file: `content/${locale}/${file}` })),
  )
}
