import { chargeRule } from '../payments/charge-limits.ts'
import { chargingSettings } from '../payments/settings.ts'
import { supplierSettings } from '../supply/settings.ts'
import { readRows } from '../kit/sql.ts'
import { dataFindings } from './doctor-data.ts'
import { warning, type ShopFinding } from './finding.ts'
import { settingFindings, type Variables } from './doctor-settings.ts'
import { content } from '../words/content.ts'
import { languagesIn, type Locale } from '../words/locales.shared.ts'

/**
 * Returns findings about a shop's settings, texts and database, errors first.
 * @param db null if there is none with the tables of this version
 */
export async function shopFindings(
  db: D1Database | null,
  variables: Variables,
  { hidden, now = new Date() }: { readonly hidden?: ReadonlySet<string>; readonly now?: Date } = {},
): Promise<readonly ShopFinding[]> {
  // The database of an API on another server has the published texts.
  const own = variables['API_BASE_URL'] ? null : db
  const findings = [
    ...settingFindings(variables, hidden),
    ...(await textFindings(own, languagesIn(variables['LANGUAGES']))),
    ...(own ? await dataFindings(own, sellingSettings(variables), now) : []),
  ]
  return findings.toSorted((a, b) => Number(b.level === 'error') - Number(a.level === 'error'))
}

/** Replaces invalid settings with empty lists, because `settingFindings` reports them. */
function sellingSettings(variables: Variables) {
  const shop = chargingSettings.safeParse(variables).data
  return {
    currencies: shop?.CURRENCIES ?? [],
    charges: shop ? chargeRule(shop, []) : () => [],
    suppliers: supplierSettings.SUPPLIERS.safeParse(variables['SUPPLIERS']).data ?? [],
  }
}

const legalTexts = [
  { name: 'userAgreement', file: 'user-agreement.ts' },
  { name: 'dataPolicy', file: 'data-policy.ts' },
] as const

/** Reports legal texts that are samples and that staff have not replaced in the back office. */
async function textFindings(
  db: D1Database | null,
  languages: readonly Locale[],
): Promise<readonly ShopFinding[]> {
  const published = db
    ? await readRows<{ lang: string; ident: string }>(db)`SELECT lang, ident FROM texts
        WHERE kind = 'legal'`
    : []
  const isPublished = (locale: string, name: string) =>
    published.some(({ lang, ident }) => lang === locale && ident === name)
  return languages.flatMap((locale) =>
    legalTexts
      .filter(({ name }) => content[locale].articles[name].isSample && !isPublished(locale, name))
      .map(({ file }) => warning('sample-text', { file: `content/${locale}/${file}` })),
  )
}
