import type { InvoiceLine } from '../../contract/invoices.ts'
import { tariffName, topUpName } from '../../locale/tariff-words.ts'
import type { Site } from '../../ui/site.tsx'

/** Returns the name of a plan or a top-up on a document. */
export function lineTitle(site: Site, { tariff, topUp }: InvoiceLine): string {
  if (topUp === null) return tariffName(site, tariff)
  const { placeTitle } = tariff
  return topUpName(site, { placeTitle, ...topUp })
}
