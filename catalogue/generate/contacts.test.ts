import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { operatorWebsite } from '../../src/plans/operations.ts'

const rows = z
  .array(z.object({ ident: z.string(), website: z.string(), supportPhone: z.string() }))
  .parse(parse(readFileSync('catalogue/operators.csv'), { columns: true }))

it('has the sites of well-known operators', () => {
  for (const ident of ['tr-turkcell', 'ru-mts', 'gb-ee', 'us-t-mobile', 'th-ais', 'fr-orange'])
    expect(rows.find((row) => row.ident === ident)?.website, ident).toMatch(/^https:/)
})

it('has only well-formed contacts', () => {
  const websites = rows.map(({ website }) => website).filter((website) => website !== '')
  expect(websites.length).toBeGreaterThan(100)
  for (const website of websites)
    expect(operatorWebsite.safeParse(website).success, website).toBe(true)
  for (const { supportPhone } of rows) expect(supportPhone).toMatch(/^(\+[\d ]{8,20})?$/)
})
