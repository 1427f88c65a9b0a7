import { describe, expect, it } from 'vitest'
import { describeCatalogue } from './catalogue.ts'
import { describeCustomers } from './customers.ts'
import { documented } from './document.ts'
import { describeMessages } from './messages.ts'
import { describePartners } from './partners.ts'
import { describePasskeys } from './passkeys.ts'
import { describePurchases } from './purchases.ts'
import { describeRefusals } from './refusals.ts'
import { connectTo } from './shop.ts'
import type { ServerConnection } from './shop.ts'
import { describeReviews } from './reviews.ts'
import { describeTexts } from './texts.ts'

const parts = [
  ['catalogue', describeCatalogue],
  ['texts', describeTexts],
  ['purchases', describePurchases],
  ['reviews', describeReviews],
  ['customers', describeCustomers],
  ['partners', describePartners],
  ['passkeys', describePasskeys],
  ['messages from visitors', describeMessages],
  ['refuses', describeRefusals],
] as const

/**
 * The required behaviour of every server of docs/openapi.json. Uses the API, and reads sent mail on
 * development pages of the backend.
 */
export function describeContract(connection: ServerConnection): void {
  const shop = connectTo(connection)
  describe.each(parts)('%s', (_, part) => {
    part(shop)
  })

  it('returns a success and a refusal from every operation', () => {
    const lacking = documented.filter((name) => {
      const statuses = [...(shop.seen.get(name) ?? [])]
      return !statuses.includes(200) || !statuses.some((status) => status >= 400)
    })
    expect(lacking).toEqual([])
  })
}
