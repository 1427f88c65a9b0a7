import { currencies } from '../../config/currencies.ts'
import { supplierSettings } from '../../config/supplier-settings.ts'
import type { SqlStore } from '../sql-store.ts'
import { dataFindings } from './data-findings.ts'
import type { ShopFinding } from './finding.ts'
import { settingFindings } from './setting-findings.ts'
import type { Variables } from './setting-findings.ts'
import { textFindings } from './text-findings.ts'

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
