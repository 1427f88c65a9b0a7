import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { scansOf } from '../../scripts/bench/table-scans.ts'
import type { Carrier, Mail } from '../../src/messages/carrier.ts'
import { giveUpMessages, maxAttempts, sendOutbox } from '../../src/messages/send-outbox.ts'
import { freezeOrder } from '../../src/orders/order-actions.ts'
import { mostRetried } from '../../src/messages/retry-messages.ts'
import { ok } from '../../src/kit/result.shared.ts'
import {
  advanceClock,
  clearShop,
  clock,
  rows,
  stockShop,
  run,
  numbersTo,
} from '../support/small-shop.ts'
import { recordQueries } from '../support/record-queries.ts'
import { auditRows, member, nextInput, paidOrder, staffContext } from '../support/staff.ts'
import { pressedForm, visitAs, officePage } from '../support/visit-office.ts'
import { sql } from '../../src/kit/sql.ts'

const path = '/admin/failed-messages'
beforeEach(clearShop)

type Failure = { readonly purpose?: string; readonly to?: string; readonly failure?: string }

/** Inserts messages that the shop stopped trying to send an hour ago. */
async function fail(count: number, failure: Failure = {}): Promise<void> {
  const { purpose = 'receipt', to = 'anna@example.com', failure: reason = '503' } = failure
  await run(sql`INSERT INTO outbox (id, kind, purpose, recipient, subject, body, created_at,
      attempts, tried_at, given_up_at, failure, dedupe_key)
    SELECT ${purpose + to} || printf('%04d', value), 'mail', ${purpose}, ${to}, 'Hello', 'Hello',
      '2026-11-20T10:00:00.000Z', 8, '2026-11-21T08:59:00.000Z', '2026-11-21T09:00:00.000Z',
      ${reason}, ${to} || value FROM ${numbersTo(count)}`)
}

const failedCount = async () =>
  (await rows(`SELECT 1 FROM outbox WHERE given_up_at IS NOT NULL`)).length
/** The details of the actions. No test can delete rows of the audit. */
const actions = async () => (await auditRows('failed')).map(({ details }) => details)
const textOf = async (address = path, role: 'support' | 'money' = 'support') =>
  officePage(role, address)
const press = async (form: { readonly [field: string]: string }, address = path) =>
  visitAs('support', address, { form })

it('sends all failed messages again, once', async () => {
  await fail(300)
  const before = await actions()
  expect(await textOf()).toContain('Send 300 messages now')
  const form = await pressedForm('support', path, 'retry-all')
  const answers = await Promise.all([press(form), press(form)])
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  expect(await failedCount()).toBe(0)
  expect(await actions()).toHaveLength(before.length + 1)
  expect(await actions()).toContain('{"count":300}')
  const empty = await textOf()
  expect(empty).toContain('There are no such messages')
  expect(empty).not.toContain('name="q"')
})

it('sends only the messages of the filter', async () => {
  await fail(3)
  await fail(2, { purpose: 'refund' })
  await fail(1, { to: 'boris@example.com', failure: 'Quota exceeded' })
  const page = await textOf(`${path}?purpose=receipt`)
  expect(page).toContain('Send 4 messages now')
  expect(page).toContain('refund (2)')
  const found = `${path}?q=QUOTA`
  expect(await textOf(found)).toContain('Send 1 message now')
  const sent = await press(await pressedForm('support', found, 'retry-all'), found)
  expect(sent.headers.get('location')).toBe(`${path}?q=QUOTA&done=retry-all`)
  expect(await failedCount()).toBe(5)
  const receipts = `${path}?purpose=receipt`
  await press(await pressedForm('support', receipts, 'retry-all'), receipts)
  expect(await rows(`SELECT DISTINCT purpose FROM outbox WHERE given_up_at IS NOT NULL`)).toEqual([
    { purpose: 'refund' },
  ])
  // An address that somebody searched for is not stored.
  expect(await actions()).toContain('{"count":3,"purpose":"receipt"}')
  expect((await actions()).join('')).not.toContain('QUOTA')
})

it('does not send messages that failed after the page was shown, or that a colleague sent', async () => {
  await fail(2)
  const form = await pressedForm('support', path, 'retry-all')
  const colleague = await pressedForm('owner', path, 'retry-all')
  await env.DB.prepare(
    `UPDATE outbox SET given_up_at = '2026-11-21T10:00:30.000Z' WHERE id LIKE '%0002'`,
  ).run()
  advanceClock(60)
  expect((await press(form)).status).toBe(303)
  expect(await failedCount()).toBe(1)
  expect((await visitAs('owner', path, { form: colleague })).status).toBe(409)
  expect(await failedCount()).toBe(1)
})

it('sends a limited number with one press, and says how many stay', async () => {
  await fail(mostRetried + 1)
  const page = await textOf()
  expect(page).toContain(`Send ${mostRetried} messages now`)
  expect(page).toContain('1 more message stays here')
  await press(await pressedForm('support', path, 'retry-all'))
  expect(await failedCount()).toBe(1)
})

/** Returns a carrier that fails for an address, and the recipients of its calls. */
function recordingCarrier(failing: string | null) {
  const called: string[] = []
  const mail: Carrier<Mail> = {
    id: 'test',
    send: async ({ to }) => {
      called.push(to)
      return to === failing
        ? { ok: false, error: { code: 'not-sent', reason: '503' } }
        : { ok: true, value: { reference: null } }
    },
  }
  const carriers = { mail: { ...mail, receive: async () => ok([]) }, sms: null }
  return { called, run: async () => sendOutbox({ ...staffContext(), carriers }) }
}

const writeNew = async () =>
  env.DB.prepare(
    `INSERT INTO outbox (id, kind, purpose, recipient, subject, body, created_at, dedupe_key)
    VALUES ('new', 'mail', 'receipt', 'new@example.com', 'New', 'New', ?, 'new')`,
  )
    .bind(clock.now.toISOString())
    .run()

it('sends new messages while many old ones wait', async () => {
  await fail(25)
  await press(await pressedForm('support', path, 'retry-all'))
  const { called, run } = recordingCarrier(null)
  await writeNew()
  await run()
  expect(called).toHaveLength(11)
  expect(called).toContain('new@example.com')
  for (let minute = 0; minute < 2; minute += 1) {
    advanceClock(60)
    await run()
  }
  expect(called).toHaveLength(26)
})

it('sends new messages before many old ones that fail again', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await fail(150)
  await press(await pressedForm('support', path, 'retry-all'))
  const { called, run } = recordingCarrier('anna@example.com')
  for (let minute = 0; minute < 12; minute += 1) {
    await run()
    advanceClock(60)
  }
  await writeNew()
  await run()
  expect(called).toContain('new@example.com')
})

describe('messages that are not sent together', () => {
  it('leaves out an address whose email bounced', async () => {
    await fail(2)
    await fail(1, { to: 'wrong@example.com' })
    await env.DB.prepare(
      `INSERT INTO outbox (id, kind, purpose, recipient, subject, body, created_at, bounced_at,
        dedupe_key) VALUES ('b', 'mail', 'receipt', 'wrong@example.com', '', '', '2026-11-01',
        '2026-11-01', 'b')`,
    ).run()
    const page = await textOf()
    expect(page).toContain('Send 2 messages now')
    expect(page).toContain('1 message isn’t included: an email to its address bounced')
    await press(await pressedForm('support', path, 'retry-all'))
    expect(await rows(`SELECT recipient FROM outbox WHERE given_up_at IS NOT NULL`)).toEqual([
      { recipient: 'wrong@example.com' },
    ])
  })

  it('leaves out the link to an eSIM that the shop has blocked', async () => {
    await stockShop(1)
    const invoiceID = await paidOrder()
    await env.DB.prepare(
      `UPDATE outbox SET given_up_at = '2026-11-21T09:00:00.000Z', sent_at = NULL, attempts = 8
      WHERE purpose = 'esim'`,
    ).run()
    await env.DB.prepare(`DELETE FROM outbox WHERE purpose <> 'esim'`).run()
    expect(await textOf()).toContain('Send 1 message now')
    const form = await pressedForm('support', path, 'retry-all')
    const freeze = { ...(await nextInput(invoiceID)), reason: 'a stolen card' }
    expect((await freezeOrder(staffContext(), member(), freeze)).ok).toBe(true)
    expect(await textOf()).toContain(
      '1 message isn’t included: its link or its information is out of date',
    )
    const refused = await press(form)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('None of these messages can be sent together')
    expect(await failedCount()).toBe(1)
  })

  it.each(['alert', 'usage', 'delayed', 'sold-out'])('leaves out old news: %s', async (purpose) => {
    await fail(1, { purpose })
    const page = await textOf()
    expect(page).toContain('1 message isn’t included: its link or its information is out of date')
    expect(page).not.toContain('value="retry-all"')
  })

  it('does not list expired codes', async () => {
    await fail(1, { purpose: 'sign-in-code' })
    await env.DB.prepare(`UPDATE outbox SET expires_at = '2026-11-20T10:10:00.000Z'`).run()
    expect(await textOf()).toContain('There are no such messages')
  })
})

it('lists the messages in pages, and sends one of them', async () => {
  await fail(60)
  const first = await textOf()
  expect(first).toContain('60 messages, newest first')
  expect(first.match(/value="retry"/g)).toHaveLength(50)
  const [, next = ''] = /href="([^"]+)">Older messages/.exec(first) ?? []
  const second = await textOf(next.replaceAll('&amp;', '&'))
  expect(second.match(/value="retry"/g)).toHaveLength(10)
  expect(second).toContain('Newest messages')
  const sent = await press(await pressedForm('support', path, 'retry'))
  expect(sent.headers.get('location')).toBe(`${path}?done=retry`)
  expect(await failedCount()).toBe(59)
})

it('does not send a message again from a page that is older than its last failure', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await fail(1)
  const old = await pressedForm('support', path, 'retry')
  await press(await pressedForm('support', path, 'retry-all'))
  expect((await press(old)).status).toBe(422)
  const { called, run } = recordingCarrier('anna@example.com')
  for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
    await run()
    advanceClock(2 ** attempt * 60)
  }
  await giveUpMessages(env.DB, clock.now)
  expect(called).toHaveLength(maxAttempts - 1)
  expect((await press(old)).status).toBe(409)
  expect((await visitAs('support', '/admin/retry', { form: old })).status).toBe(409)
  expect(await failedCount()).toBe(1)
  expect((await press(await pressedForm('support', path, 'retry'))).status).toBe(303)
  expect(await failedCount()).toBe(0)
})

it('shows no forms to roles that may not send messages again', async () => {
  await fail(2)
  const form = await pressedForm('support', path, 'retry-all')
  expect(await textOf(path, 'money')).not.toContain('retry')
  expect((await visitAs('money', path, { form })).status).toBe(403)
  expect(await failedCount()).toBe(2)
})

it('reads only indexes', async () => {
  await fail(2)
  const plans = await recordQueries(async () => {
    await textOf(`${path}?purpose=receipt&q=anna`)
    await press(await pressedForm('support', path, 'retry-all'))
  })
  expect(plans.length).toBeGreaterThan(5)
  expect(plans.flatMap((plan) => scansOf(plan))).toEqual([])
})
