import { describe, expect, it } from 'vitest'
import { keepsTheCatalogue } from './catalogue.ts'
import { knowsItsCustomers } from './customers.ts'
import { documented } from './document.ts'
import { passesMessagesOn } from './messages.ts'
import { knowsItsPartners } from './partners.ts'
import { sells } from './purchases.ts'
import { refuses } from './refusals.ts'
import { shopBehind } from './shop.ts'
import type { Way } from './shop.ts'
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

/** What every server of docs/openapi.json does, however it is reached. Asks it as its clients do, and nothing behind its back. */
export function keepsTheContract(way: Way): void {
  const shop = shopBehind(way)
  describe.each(parts)('%s', (_, part) => {
    part(shop)
  })

  it('gave a good answer and a refusal to every call of the document', () => {
    const lacking = documented.filter((name) => {
      const statuses = [...(shop.seen.get(name) ?? [])]
      return !statuses.includes(200) || !statuses.some((status) => status >= 400)
    })
    expect(lacking).toEqual([])
  })
}
