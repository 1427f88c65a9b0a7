import type { Tariff } from '../../contract/tariffs.ts'
import type { Locale } from '../../locale/locales.ts'
import { href } from '../../locale/paths.ts'

/** Returns the URL of the countries and networks of a plan, on the plan's page. */
export function coverageHref(
  locale: Locale,
  { operator, tariffID }: Pick<Tariff, 'operator' | 'tariffID'>,
): string {
  return `${href(locale, 'tariff', { operator: operator.ident, tariffID })}#coverage`
}
