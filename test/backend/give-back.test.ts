import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SupplierError } from '../../src/supply/supplier.ts'
import type { Profile } from '../suppliers/esim-access-document.ts'
import { createEsimAccessRig } from '../suppliers/esim-access-rig.ts'
import { refundMails, refundRows } from '../support/refunds.ts'
import { passMinutes, runJobs } from '../support/scheduled-rounds.ts'
import {
  advanceClock,
  api,
  clearShop,
  esimHash,
  pay,
  placeLines,
  placeOrder,
  rows,
  settings,
  stockShop,
  supply,
  usd,
  words,
  run,
} from '../support/small-shop.ts'
import { openAlerts, stateOf } from '../support/staff.ts'

let rig: ReturnType<typeof createEsimAccessRig>
let invoiceID: string
let hash: string

beforeEach(async () => {
  await clearShop()
  settings['REFUND_DAYS'] = '14'
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

async function buy(email = 'anna@gmail.com'): Promise<void> {
  invoiceID = await placeOrder({ email })
  expect((await pay(invoiceID)).status).toBe(200)
  hash = await esimHash(`order_id = '${invoiceID}'`)
}

async function giveBack() {
  const answer = await api().esimGiveBack({ hash, reason: 'plans' })
  return answer.ok ? 'done' : answer.error.message
}

async function until() {
  const answer = await api().esimInfo({ hash })
  return answer.ok ? answer.value.data.esim?.balance.giveBackUntil : answer.error.code
}

const mails = async () => (await refundMails()).map(({ subject }) => subject)

function profile(): Partial<Profile> {
  return rig.account.profiles[0] ?? {}
}

function install(): void {
  profile().smdpStatus = 'ENABLED'
}

describe('an eSIM of a supplier', () => {
  const cancels = () => rig.server.requests.filter(({ call }) => call === 'esim/cancel').length

  beforeEach(async () => {
    await stockShop(0)
    rig = createEsimAccessRig()
    supply.createSuppliers = () => [rig.supplier]
    await run(`INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, seen_at)
      VALUES ('tr-10', 'esim-access', 'TR_1_7', 1, '2026-11-21')`)
    await runJobs()
    await buy()
  })

  it('is returned to its supplier and refunded in one request, with one email', async () => {
    const { balance } = rig.account
    expect(await until()).toBe('2026-12-05T10:00:00.000Z')
    expect(await giveBack()).toBe('done')
    expect(profile().esimStatus).toBe('CANCEL')
    expect(rig.account.balance).toBeGreaterThan(balance)
    expect(await refundRows()).toEqual(['customer 1250 succeeded'])
    expect(await stateOf(invoiceID)).toBe('refunded: refunded')
    expect(await mails()).toEqual([words('mail.refundedSubject')])
    expect(await api().esim({ hash })).toMatchObject({ error: { code: 'refunded' } })
    await passMinutes(1)
    expect(await openAlerts()).toEqual([])
    expect(rig.server.breaches).toEqual([])
  })

  it('is refunded once when the button is pressed again, or several times at once', async () => {
    expect(await Promise.all([giveBack(), giveBack(), giveBack()])).toEqual([
      'done',
      'done',
      'done',
    ])
    expect(await giveBack()).toBe('done')
    expect(await refundRows()).toEqual(['customer 1250 succeeded'])
    expect(cancels()).toBe(1)
    expect(await mails()).toHaveLength(1)
  })

  const silent: readonly [string, () => void, 'api.notReturnable' | 'api.supplierSilent'][] = [
    ['says that it is installed', install, 'api.notReturnable'],
    ['is silent', () => rig.server.faults.add('esim/query', 'cut-before'), 'api.supplierSilent'],
    ['is off', () => (supply.createSuppliers = () => []), 'api.supplierSilent'],
  ]
  it.each(silent)('stays when its supplier %s', async (_, happen, message) => {
    happen()
    expect(await giveBack()).toBe(words(message))
    expect(await refundRows()).toEqual([])
    expect(cancels()).toBe(0)
  })

  it('stays, without a refund, when it is installed between the question and the return', async () => {
    const cancel = async (iccid: string) => {
      install()
      return rig.supplier.cancel(iccid)
    }
    supply.createSuppliers = () => [{ ...rig.supplier, cancel }]
    expect(await giveBack()).toBe(words('api.installedMeanwhile'))
    expect(await refundRows()).toEqual(['customer 1250 cancelled'])
    expect(await stateOf(invoiceID)).toBe('success: issued')
    expect(await mails()).toEqual([words('mail.giveBackKeptSubject')])
    expect(await openAlerts()).toEqual([])
  })

  it.each(['too-many-requests', 'cut-after'] as const)(
    'is refunded by the job when its supplier has confirmed the return after %s, and not before',
    async (fault) => {
      rig.server.faults.add('esim/cancel', fault)
      expect(await giveBack()).toBe('done')
      expect(await api().esim({ hash })).toMatchObject({ error: { code: 'refunding' } })
      await runJobs()
      expect(await refundRows()).toEqual(['customer 1250 requested'])
      await passMinutes(1)
      expect(await refundRows()).toEqual(['customer 1250 succeeded'])
    },
  )

  it('stays, without a refund, when it is used between two tries of the return', async () => {
    rig.server.faults.add('esim/cancel', 'too-many-requests')
    expect(await giveBack()).toBe('done')
    await run(`UPDATE esims SET first_used_at = '2026-11-21T10:00:30.000Z'`)
    await passMinutes(1)
    expect(await refundRows()).toEqual(['customer 1250 cancelled'])
    expect(await stateOf(invoiceID)).toBe('success: issued')
    expect((await api().esim({ hash })).ok).toBe(true)
    expect(await mails()).toEqual([words('mail.giveBackKeptSubject')])
    expect(await openAlerts()).toEqual([])
    expect(cancels()).toBe(1)
  })

  it('waits for staff when its return got no answer and is refused later', async () => {
    const answers = [true]
    const cancel = async () => {
      if (answers.pop()) throw new SupplierError('esim-access', 'unknown', 'timeout')
      return false
    }
    supply.createSuppliers = () => [{ ...rig.supplier, cancel }]
    expect(await giveBack()).toBe('done')
    await passMinutes(1)
    expect(await refundRows()).toEqual(['customer 1250 failed'])
    expect(await openAlerts()).toEqual(['refund-refused'])
  })
})

describe('an eSIM of the stock', () => {
  beforeEach(async () => {
    await stockShop(8)
    await buy()
  })

  it('can be given back when it is a sample, and is not sold again', async () => {
    expect(await giveBack()).toBe('done')
    expect(await refundRows()).toEqual(['customer 1250 succeeded'])
    expect(await rows(`SELECT iccid FROM stock_for_sale`)).toHaveLength(7)
  })

  it.each([
    ['a phone could install it', 'UPDATE stock SET is_sample = 0'],
    ['it was used', `UPDATE esims SET first_used_at = '2026-11-21T09:00:00.000Z'`],
    ['it was ticked as installed', `UPDATE esims SET traveller_step = 'installed'`],
    ['it was a gift', `UPDATE order_lines SET recipient = 'olga@example.com'`],
    ['its time is over', `UPDATE esims SET purchased_at = '2026-11-07T10:00:00.000Z'`],
    ['REFUND_DAYS is empty', 'SELECT 1'],
  ])('cannot be given back when %s', async (name, sql) => {
    if (name.startsWith('REFUND')) settings['REFUND_DAYS'] = ''
    await env.DB.exec(sql)
    expect(await until()).toBeNull()
    expect(await giveBack()).toBe(words('api.notReturnable'))
    expect(await refundRows()).toEqual([])
  })

  it('returns the price of its line only', async () => {
    invoiceID = await placeLines([{}, {}])
    await pay(invoiceID, { amount: usd(2500) })
    hash = await esimHash(`order_id = '${invoiceID}' AND line_position = 2`)
    expect(await giveBack()).toBe('done')
    expect(await refundRows()).toEqual(['customer 1250 succeeded'])
    expect(await stateOf(invoiceID)).toBe('success: issued, refunded')
  })

  it('is refused after four of a mailbox in a day, and in 90 days', async () => {
    for (const name of ['anna+2', 'a.nna', 'Anna', 'anna+5']) {
      expect(await giveBack()).toBe('done')
      await buy(`${name}@gmail.com`)
    }
    for (let day = 0; day < 2; day += 1) {
      expect(await giveBack()).toBe(words('api.tooManyGiveBacks'))
      advanceClock(86_400)
    }
    expect(await refundRows()).toHaveLength(4)
  })

  it('is refused beyond four of a mailbox when several are given back at once', async () => {
    for (let count = 0; count < 3; count += 1) {
      expect(await giveBack()).toBe('done')
      await buy()
    }
    advanceClock(2 * 86_400)
    const hashes = [hash]
    for (let count = 0; count < 3; count += 1) {
      await buy()
      hashes.push(hash)
    }
    const answers = await Promise.all(
      hashes.map(async (each) => api().esimGiveBack({ hash: each, reason: 'plans' })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await refundRows()).toHaveLength(4)
  })
})
