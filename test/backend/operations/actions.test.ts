import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { addNote } from '../../../src/orders/order-actions.ts'
import { pay, placeOrder, rows, run, openShop } from '../../support/small-shop.ts'
import {
  auditRows,
  member,
  nextInput,
  notesSql,
  paidOrder,
  staffContext,
} from '../../support/staff.ts'

beforeEach(async () => openShop(3))

const notes = () => rows<{ text: string }>(notesSql)

describe('an action', () => {
  it('takes effect once when its form is sent many times simultaneously', async () => {
    const input = { ...(await nextInput(await paidOrder())), text: 'called us' }
    const results = await Promise.all(
      Array.from({ length: 5 }, async () => addNote(staffContext(), member(), input)),
    )
    const ids = results.map((result) => (result.ok ? result.value.id : result.error.code))
    expect(new Set(ids).size).toBe(1)
    expect(await notes()).toEqual([{ text: 'called us' }])
    expect(await auditRows(input.invoiceID)).toHaveLength(1)
  })

  it('returns the same result for its idempotency key after the order has changed', async () => {
    const input = { ...(await nextInput(await paidOrder())), text: 'first' }
    const first = await addNote(staffContext(), member(), input)
    await addNote(staffContext(), member(), { ...(await nextInput(input.invoiceID)), text: 'two' })
    expect(await addNote(staffContext(), member(), input)).toEqual(first)
    expect(await notes()).toHaveLength(2)
  })

  it('is a conflict when the order has changed since it was shown', async () => {
    const invoiceID = await placeOrder()
    const input = { ...(await nextInput(invoiceID)), text: 'not paid yet' }
    await pay(invoiceID)
    const result = await addNote(staffContext(), member(), input)
    expect(result).toEqual({ ok: false, error: { code: 'conflict' } })
    expect(await notes()).toEqual([])
    expect(await auditRows(invoiceID)).toEqual([])
  })

  it('is a conflict for all but one of several simultaneous forms', async () => {
    const input = await nextInput(await paidOrder())
    const results = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (text) =>
        addNote(staffContext(), member(), { ...input, text, idempotencyKey: `${text}-key` }),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.flatMap((each) => (each.ok ? [] : [each.error.code]))).toEqual(
      Array.from({ length: 3 }, () => 'conflict'),
    )
    expect(await notes()).toHaveLength(1)
  })

  it('refuses a key that belongs to another order', async () => {
    const input = { ...(await nextInput(await paidOrder())), text: 'one' }
    await addNote(staffContext(), member(), input)
    const other = { ...(await nextInput(await paidOrder())), text: 'two' }
    const result = await addNote(staffContext(), member(), {
      ...other,
      idempotencyKey: input.idempotencyKey,
    })
    expect(result).toEqual({ ok: false, error: { code: 'refused', reason: 'key-used' } })
  })

  it('does not find an order that does not exist', async () => {
    const input = { invoiceID: 'none', version: 0, idempotencyKey: 'a key', text: 'x' }
    const result = await addNote(staffContext(), member(), input)
    expect(result).toEqual({ ok: false, error: { code: 'not-found' } })
  })

  it('is rolled back when its audit row cannot be written', async () => {
    const input = { ...(await nextInput(await paidOrder())), text: 'lost' }
    await run(
      `CREATE TRIGGER no_audit AFTER INSERT ON audit BEGIN SELECT RAISE(ABORT, 'disk'); END`,
    )
    try {
      await expect(addNote(staffContext(), member(), input)).rejects.toThrow('disk')
    } finally {
      await run('DROP TRIGGER no_audit')
    }
    expect(await notes()).toEqual([])
    expect(await addNote(staffContext(), member(), input)).toMatchObject({ ok: true })
  })
})

describe('the audit', () => {
  it('is never changed or deleted', async () => {
    await addNote(staffContext(), member(), { ...(await nextInput(await paidOrder())), text: 'x' })
    const changes = [
      `UPDATE audit SET role = 'money'`,
      `UPDATE audit SET details = '{"reason":"x"}'`,
      `UPDATE audit SET details = json_remove(details, '$.reason'), at = ''`,
      'DELETE FROM audit',
    ]
    for (const sql of changes)
      await expect(env.DB.prepare(sql).run()).rejects.toThrow('audit rows are never')
  })
})
