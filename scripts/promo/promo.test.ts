import { readFileSync, readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { promoArguments } from './promo-arguments.ts'
import { addCode, listCodes, stopCode } from './promo-sql.ts'

const now = new Date('2026-11-21T10:00:00Z')
const parse = (line: string) => promoArguments(line.split(' '))

describe('the promo command', () => {
  it('reads a percentage with days, limits, plans and countries', () => {
    const line =
      'add summer --percent 12.5 --from 2026-12-01 --until 2026-12-31 --limit 500 --per-customer 1 --plans tr-10,tr-20 --countries ge'
    expect(parse(line)).toEqual({
      action: 'add',
      target: { remote: false, persistTo: '.wrangler/state' },
      promo: {
        code: 'SUMMER',
        reduction: { kind: 'percent', hundredths: 1250 },
        startsAt: new Date('2026-12-01T00:00:00Z'),
        endsAt: new Date('2027-01-01T00:00:00Z'),
        totalLimit: 500,
        customerLimit: 1,
        tariffIDs: ['tr-10', 'tr-20'],
        countryCodes: ['ge'],
      },
    })
  })

  it('reads amounts in several currencies, in their minor units', () => {
    const args = ['add', 'FIVE', '--amount', '5.00 USD', '--amount', '700 JPY', '--remote']
    expect(promoArguments(args)).toMatchObject({
      promo: { reduction: { kind: 'amount', amounts: { USD: 500, JPY: 700 } } },
      target: { remote: true },
    })
  })

  it.each([
    ['add SUMMER', 'Give either --percent or --amount.'],
    ['add SUMMER --percent 100', '--percent: must be less than 100, with two decimals at most'],
    ['add SUMMER --percent 0', '--percent: must be more than 0'],
    ['add SUMMER --percent 12.505', '--percent: must be less than 100'],
    ['add SUMMER --percent 5 --amount 5USD', '--amount: must be an amount such as "5.00 USD"'],
    ['add SUMMER --percent 5 --from 01.12.2026', '--from: must be a day such as 2026-12-31'],
    ['add SUMMER --percent 5 --from 2026-12-02 --until 2026-12-01', '--until: must not be before'],
    ['add SUMMER --percent 5 --limit 0', '--limit: must be a whole number from 1'],
    ['add 10% --percent 10', '10%: a code has 1 to 64 letters'],
    ['stop', 'Usage:'],
    ['remove SUMMER', 'Usage:'],
  ])('refuses %s', (line, message) => {
    expect(() => parse(line)).toThrow(message)
  })
})

describe('the promo codes of a shop', () => {
  const add = (shop: ReturnType<typeof newShop>, line: string) => {
    const command = parse(line)
    if (command.action !== 'add') throw new Error(`not an addition: ${line}`)
    return addCode(shop, command.promo, now)
  }

  it('are listed with their validity and uses, and can be stopped', async () => {
    const shop = newShop()
    await add(shop, 'add SUMMER --percent 10 --until 2026-12-31 --limit 500 --countries tr')
    expect(await listCodes(shop, now)).toEqual([
      'SUMMER  10 %  until 2027-01-01T00:00:00.000Z  only tr  0 of 500 used (0 unpaid)',
    ])
    await stopCode(shop, 'SUMMER', now)
    await stopCode(shop, 'SUMMER', new Date('2026-11-22T10:00:00Z'))
    expect(await listCodes(shop, now)).toEqual([
      'SUMMER  10 %  ended 2026-11-21T10:00:00.000Z  only tr  0 of 500 used (0 unpaid)',
    ])
  })

  it('refuse a code that exists, and unknown plans and countries', async () => {
    const shop = newShop()
    await add(shop, 'add SUMMER --percent 10')
    await expect(add(shop, 'add summer --percent 20')).rejects.toThrow('SUMMER exists already')
    await expect(add(shop, 'add A --percent 10 --plans tr-99')).rejects.toThrow(
      '--plans: unknown plan tr-99',
    )
    await expect(add(shop, 'add A --percent 10 --countries tr,xx')).rejects.toThrow(
      '--countries: unknown country xx',
    )
    await expect(stopCode(shop, 'WINTER', now)).rejects.toThrow('There is no promo code WINTER.')
  })
})

function newShop() {
  const shop = new DatabaseSync(':memory:')
  const folder = 'src/backend/migrations'
  for (const file of readdirSync(folder).toSorted())
    shop.exec(readFileSync(`${folder}/${file}`, 'utf8'))
  shop.exec(`INSERT INTO countries (code) VALUES ('tr')`)
  return {
    query: async <T extends z.ZodType>(sql: string, row: T) =>
      z.array(row).parse(shop.prepare(sql).all()),
    execute: async (statements: readonly string[]) => shop.exec(statements.join('\n')),
    close: async () => shop.close(),
  }
}
