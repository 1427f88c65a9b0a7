import { beforeEach, describe, expect, it } from 'vitest'
import { commandContext, commandStaff } from '../staff/command-context.ts'
import { newCommandDatabase } from '../test/command-database.ts'
import { openD1 } from '../test/sqlite-d1.ts'
import { promoArguments } from './promo-arguments.ts'
import { runPromo } from './run-promo.ts'

const now = new Date('2026-11-21T10:00:00Z')
const parse = (line: string) => promoArguments(line.split(' '))

describe('the promo command', () => {
  it('reads a percentage with days, limits, plans and countries', () => {
    const line =
      'add summer --percent 12.5 --from 2026-12-01 --until 2026-12-31 --limit 500 --per-customer 1 --plans tr-10,tr-20 --countries ge'
    expect(parse(line)).toEqual({
      action: 'add',
      target: { isRemote: false, persistTo: '.wrangler/state' },
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
      target: { isRemote: true },
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
    ['add SUMMER --percent 5 --countries TR', '--countries: must be lower-case codes'],
    ['add SUMMER --percent 5 --plans A_1', '--plans: must be ids of plans'],
    ['change SUMMER', 'Give --until or --limit.'],
    ['change SUMMER --limit 0', '--limit: must be a whole number from 1'],
    ['change SUMMER --limit 800 --percent 20', '--percent has no effect with change.'],
    ['stop SUMMER --until 2026-12-31', '--until has no effect with stop.'],
    ['list --limit 5', '--limit has no effect with list.'],
    ['stop', 'Usage:'],
    ['remove SUMMER', 'Usage:'],
  ])('refuses %s', (line, message) => {
    expect(() => parse(line)).toThrow(message)
  })
})

describe('the promo codes of a shop', () => {
  let { shop } = newCommandDatabase()
  beforeEach(() => {
    ;({ shop } = newCommandDatabase())
    shop.exec(`INSERT INTO countries (code) VALUES ('tr')`)
  })
  const run = async (line: string, at = now) =>
    runPromo({ ...commandContext(openD1(shop)), now: at }, commandStaff('Olga'), parse(line))

  it('are listed with their validity and uses, and can be stopped', async () => {
    expect(await run('list')).toEqual(['There are no promo codes.'])
    await run('add SUMMER --percent 10 --until 2026-12-31 --limit 500 --countries tr')
    expect(await run('list')).toEqual([
      'SUMMER  10%  until 2026-12-31  only tr  0 of 500 used (0 unpaid)',
    ])
    await run('stop SUMMER')
    const later = new Date('2026-11-22T10:00:00Z')
    await expect(run('stop SUMMER', later)).rejects.toThrow('the code has ended already')
    expect(await run('list')).toEqual([
      'SUMMER  10%  ended 2026-11-21T10:00:00.000Z  only tr  0 of 500 used (0 unpaid)',
    ])
    expect(shop.prepare('SELECT action, subject_id, staff_name FROM audit').all()).toEqual(
      expect.arrayContaining([
        { action: 'add-promo-code', subject_id: 'SUMMER', staff_name: 'Olga' },
        { action: 'stop-promo-code', subject_id: 'SUMMER', staff_name: 'Olga' },
      ]),
    )
  })

  it('can be changed until they end, one field at a time', async () => {
    await run('add SUMMER --percent 10 --until 2026-11-30 --limit 500')
    const listed = async () => (await run('list'))[0]
    const minute = (number: number) => new Date(now.getTime() + number * 60_000)
    expect(await run('change SUMMER --until 2027-01-31', minute(1))).toEqual([
      'Done: change-promo-code.',
      'endsAt: 2027-02-01T00:00:00.000Z',
      'limit: 500',
    ])
    expect(await listed()).toBe('SUMMER  10%  until 2027-01-31  0 of 500 used (0 unpaid)')
    await run('change summer --limit none', minute(2))
    await run('change SUMMER --until none --limit 800', minute(3))
    expect(await listed()).toBe('SUMMER  10%  no end  0 of 800 used (0 unpaid)')
    await expect(run('change SUMMER --until 2026-11-20', minute(4))).rejects.toThrow(
      'the last day is over',
    )
    await run('change SUMMER --until 2026-11-21', minute(5))
    const tomorrow = new Date('2026-11-22T00:00:00Z')
    await expect(run('change SUMMER --until none', tomorrow)).rejects.toThrow('has ended already')
    await expect(run('change WINTER --limit 5')).rejects.toThrow('Nothing was found')
  })

  it('refuse a last day that is over, so that a mistake does not use up the name', async () => {
    await expect(run('add SUMMER --percent 10 --until 2026-11-20')).rejects.toThrow(
      'the last day is over',
    )
    await run('add SUMMER --percent 10 --until 2026-11-21')
  })

  it('refuse a code that exists, and unknown plans and countries', async () => {
    await run('add SUMMER --percent 10')
    await expect(run('add summer --percent 20')).rejects.toThrow('the code exists already')
    await expect(run('add A --percent 10 --plans tr-99')).rejects.toThrow('no such plan')
    await expect(run('add A --percent 10 --countries tr,xx')).rejects.toThrow('no such country')
    await expect(run('stop WINTER')).rejects.toThrow('Nothing was found')
  })
})
