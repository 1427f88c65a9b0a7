import { describe, expect, it } from 'vitest'
import { keepsTheCatalogue } from './catalogue.ts'
import { knowsItsCustomers } from './customers.ts'
import { documented } from './document.ts'
import { passesMessagesOn } from './messages.ts'
import { knowsItsPartners } from './partners.ts'
import { sells } from './purchases.ts'
import { refuses } from './refusals.ts'
import { connectTo } from './shop.ts'
import type { Connection } from './shop.ts'
import { keepsItsTexts } from './texts.ts'

const parts = [
  ['keeps its catalogue: it', keepsTheCatalogue],
  ['keeps its texts: it', keepsItsTexts],
  ['sells: it', sells],
  ['knows its customers: it', knowsItsCustomers],
  ['knows its partners: it', knowsItsPartners],
  ['passes messages on', passesMessagesOn],
  ['refuses', refuses],
] as const

/** The behaviour of every server of docs/openapi.json. Uses the API only, as clients do. */
export function describeContract(connection: Connection): void {
  const shop = connectTo(connection)
  describe.each(parts)('%s', (_, part) => {
    part(shop)
  })

  it('returned a success and a refusal from every operation', () => {
    const lacking = documented.filter((name) => {
      const statuses = [...(shop.seen.get(name) ?? [])]
      return !statuses.includes(200) || !statuses.some((status) => status >= 400)
    })
    expect(lacking).toEqual([])
  })
}
