import { z } from 'zod'
import { currencies } from '../kit/settings.ts'
import { supplierSettings } from '../supply/settings.ts'
import type { SqlStore } from '../kit/sql-text.ts'
import { dataFindings } from './doctor-data.ts'
import { warning } from './finding.ts'
import type { ShopFinding } from './finding.ts'
import { settingFindings } from './doctor-settings.ts'
import type { Variables } from './doctor-settings.ts'
import { content } from '../words/content.ts'
import { locales } from '../words/locales.shared.ts'

/** Returns findings about a shop's settings, texts and database, errors first. */
export async function shopFindings(
  store: Pick<SqlStore, 'query'>,
  variables: Variables,
  { hidden, now = new Date() }: { readonly hidden?: ReadonlySet<string>; readonly now?: Date } = {},
): Promise<readonly ShopFinding[]> {
  const isEmbedded = !variables['API_BASE_URL']
  const findings = [
    ...settingFindings(variables, hidden),
    ...(await textFindings(isEmbedded ? store : noTexts)),
    ...(isEmbedded ? await dataFindings(store, sellingSettings(variables), now) : []),
  ]
  return findings.toSorted((a, b) => Number(b.level === 'error') - Number(a.level === 'error'))
}

/** Used when the API is on another server, whose database contains the published texts. */
const noTexts = { query: async () => [] }

/** Replaces invalid settings with empty lists, because `settingFindings` reports them. */
function sellingSettings({ CURRENCIES, SUPPLIERS }: Variables) {
  return {
    currencies: currencies.safeParse(CURRENCIES).data ?? [],
    suppliers: supplierSettings.SUPPLIERS.safeParse(SUPPLIERS).data ?? [],
  }
}

const legalTexts = [
  { name: 'userAgreement', file: 'user-agreement.ts' },
  { name: 'dataPolicy', file: 'data-policy.ts' },
] as const

/** Reports legal texts that are samples and that staff have not replaced in the back office. */
async function textFindings({ query }: Pick<SqlStore, 'query'>): Promise<readonly ShopFinding[]> {
  const published = await query(
    `SELECT lang, ident FROM texts WHERE kind = 'legal'`,
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
