import { beforeEach, expect, it } from 'vitest'
import { words as english } from '../../content/en/office/words.ts'
import type { Session } from '../../src/api/common.ts'
import { mayDo, staffRoles } from '../../src/api/staff.ts'
import { scansOf } from '../../scripts/bench/table-scans.ts'
import { recordQueries } from '../support/record-queries.ts'
import { openAlertsOf } from '../support/scheduled-rounds.ts'
import {
  numbersTo,
  clearShop,
  phone,
  rows,
  settings,
  signInPartner,
  run,
} from '../support/small-shop.ts'
import { locales } from '../../src/words/locales.shared.ts'
import { href } from '../../src/words/paths.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { visit } from '../support/visit.ts'
import { auditRows } from '../support/staff.ts'
import { pressedForm, visitAs, officePage, sendForm } from '../support/visit-office.ts'
import { sql } from '../../src/kit/sql.ts'

let session: Session

beforeEach(async () => {
  await clearShop()
  session = await signInPartner()
  await run(`INSERT INTO partner_transactions (id, partner_id, type, amount_minor, payout_details,
    created_at)
    SELECT 'w1', id, 'withdrawal', -5000, 'Card 4242', '2026-11-21T09:00:00.000Z' FROM partners`)
})

async function partnerPath(): Promise<string> {
  const found = await visitAs('money', `/admin/partners?q=${encodeURIComponent(phone)}`)
  return found.headers.get('Location') ?? ''
}

async function act(role: (typeof staffRoles)[number], action: string, fields: object) {
  return sendForm(role, await partnerPath(), action, fields)
}

it('lists open withdrawals, and finds a partner by phone', async () => {
  const page = await officePage('money', '/admin/partners')
  for (const text of [phone, 'Card 4242', 'New details', '$50']) expect(page).toContain(text)
  const partner = await officePage('support', await partnerPath())
  expect(partner).toContain('Withdrawal')
  expect(partner).not.toContain('value="approve"')
  expect(await officePage('owner', '/admin/partners?q=nobody')).toContain('No partner')
})

it('finds a partner by what partners write: their link, or their number in any form', async () => {
  const [partner] = await rows<{ id: string; code: string }>('SELECT id, code FROM partners')
  const digits = phone.slice(1)
  for (const query of [
    `https://shop.example/ru?utm_source=blog&refid=${partner?.code}`,
    `8 (${digits.slice(1, 4)}) ${digits.slice(4, 7)}-${digits.slice(7)}`,
    `+7 ${digits.slice(1)}`,
    digits,
  ]) {
    const found = await visitAs('money', `/admin/partners?q=${encodeURIComponent(query)}`)
    expect(found.headers.get('Location'), query).toBe(`/admin/partner?id=${partner?.id}`)
  }
})

it('lists partners by page, newest first', async () => {
  await run('DELETE FROM partner_transactions')
  await run(sql`INSERT INTO partners (id, phone, code, agreed_at, created_at)
    SELECT printf('r%042d', value), printf('+1202555%04d', value), printf('code%03d', value),
      '2026-11-21', printf('2020-01-01T09:%02d', value) FROM ${numbersTo(50)}`)
  const plans = await recordQueries(async () => {
    const page = await officePage('support', '/admin/partners')
    expect(page).toMatch(
      new RegExp(`${phone.replace('+', '\\+')}.*\\+12025550050.*\\+12025550002`, 's'),
    )
    expect(page).not.toContain('+12025550001')
    const [, next = ''] = /href="([^"]+)">Next page/.exec(page) ?? []
    expect(await officePage('support', next)).toContain('+12025550001')
  })
  expect(plans.flatMap((plan) => scansOf(plan))).toEqual([])
})

it('lists what partners earned and what they have', async () => {
  const [partner] = await rows<{ id: string }>('SELECT id FROM partners')
  await run(
    `INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at) VALUES
      ('r1', '${partner?.id}', 'reward', 9000, '2026-11-20'),
      ('r2', '${partner?.id}', 'reversal', -1550, '2026-11-20')`.replaceAll('\n', ' '),
  )
  const page = await officePage('support', '/admin/partners')
  expect(page.slice(page.indexOf('1 row, newest first'))).toMatch(/\$74\.50<.*\$24\.50</s)
})

it('shows who corrected a balance and decided about a withdrawal, with the reasons', async () => {
  await act('money', 'adjust', { amount: '12.50', reason: 'A lost reward' })
  await act('owner', 'reject', { withdrawalID: 'w1', reason: 'Wrong account' })
  const page = await officePage('support', await partnerPath())
  const history = page.slice(page.indexOf('What staff changed')).replaceAll(/<[^>]*>/g, ' ')
  for (const text of ['Balance corrected', 'mark@shop.example', 'A lost reward', '$12.50'])
    expect(history).toContain(text)
  for (const text of ['Withdrawal rejected', 'olga@shop.example', 'Wrong account'])
    expect(history).toContain(text)
  expect(history).not.toContain('w1')
})

it('approves a withdrawal and marks it as paid, once', async () => {
  const readPaid = async () =>
    rows('SELECT paid_at IS NOT NULL AS is_paid FROM partner_transactions')
  expect((await act('money', 'approve', {})).status).toBe(303)
  const path = await partnerPath()
  const newDetails = 'New details</span>'
  const approved = await officePage('money', path)
  expect(approved).toContain(newDetails)
  expect(approved).toContain('Transfer the money first: this can’t be undone.')
  const form = await pressedForm('money', path, 'mark-paid')
  const press = async () => visitAs('money', path, { form })
  expect((await Promise.all([press(), press()])).map(({ status }) => status)).toEqual([303, 303])
  expect(await readPaid()).toEqual([{ is_paid: 1 }])
  const done = await officePage('money', `${path}&done=mark-paid`)
  expect(done).toContain('correct the balance by the same amount')
  expect(await officePage('money', path)).not.toContain(newDetails)
  expect(await officePage('money', '/admin/partners')).toContain('No open withdrawals')
})

async function withdraw(id: string, hour: number): Promise<void> {
  await run(`INSERT INTO partner_transactions (id, partner_id, type, amount_minor, payout_details,
    created_at)
    SELECT '${id}', id, 'withdrawal', -4000, 'Card 4242', '2026-11-21T${hour}:00:00.000Z'
    FROM partners`)
}

it('lets nobody alone raise a balance and approve its payout', async () => {
  const approve = async (role: (typeof staffRoles)[number], withdrawalID: string) =>
    act(role, 'approve', { withdrawalID })
  await act('money', 'adjust', { amount: '12.50', reason: 'A lost reward' })
  expect((await approve('money', 'w1')).status).toBe(303)
  await withdraw('w2', 11)
  const own = await approve('money', 'w2')
  expect(own.status).toBe(422)
  expect(await own.text()).toContain(english.refused['own-correction'])
  expect((await approve('owner', 'w2')).status).toBe(303)
  await withdraw('w3', 12)
  expect((await approve('money', 'w3')).status).toBe(303)
  expect(await openAlertsOf('own-correction-paid')).toEqual([])
})

it('reports that the only person who may has approved the payout of an own correction', async () => {
  const path = await partnerPath()
  Object.assign(settings, { ADMIN_MONEY: '' })
  const send = async (action: string, fields: object) =>
    visitAs('owner', path, { form: { ...(await pressedForm('owner', path, action)), ...fields } })
  await send('adjust', { amount: '12.50', reason: 'A lost reward' })
  await withdraw('w2', 11)
  expect((await send('approve', { withdrawalID: 'w2' })).status).toBe(303)
  expect(await openAlertsOf('own-correction-paid')).toEqual([{ detail: 'olga@shop.example' }])
})

it('shows an open withdrawal below any number of newer rewards', async () => {
  await run(sql`INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
    SELECT printf('reward-%03d', value), r.id, 'reward', 125, '2026-11-21T10:00:00.000Z'
    FROM partners r, ${numbersTo(100)}`)
  expect((await act('money', 'approve', {})).status).toBe(303)
  expect((await act('money', 'mark-paid', {})).status).toBe(303)
})

it.each(['', ' ', 'x'.repeat(201), '\u0000', '\u0000x'])(
  'does not reject a withdrawal with the reason %j',
  async (reason) => {
    const answer = await act('money', 'reject', { reason })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('Write why, in up to 200 characters.')
    expect(await rows('SELECT 1 FROM partner_transactions WHERE rejected_at IS NOT NULL')).toEqual(
      [],
    )
  },
)

it('shows the reason for a rejected withdrawal to the partner and to staff', async () => {
  const { sessionID, token } = session
  const reason = 'Wrong <card>: 200 '.padEnd(200, '.')
  expect((await act('money', 'reject', { reason })).status).toBe(303)
  const shown = reason.replace('<', '&lt;').replace('>', '&gt;')
  expect(await officePage('money', await partnerPath())).toContain(shown)
  for (const locale of locales) {
    const cabinet = await visit(href(locale, 'referralProgram'), {
      headers: { Cookie: `refAppSessionID=${sessionID}; refToken=${token}` },
    })
    const html = await cabinet.text()
    expect(html).toContain(wordsOf(locale)('partner.rejectionReason', { reason: shown }))
  }
})

it('returns a rejected withdrawal to the balance', async () => {
  expect((await act('money', 'reject', { reason: 'Wrong card' })).status).toBe(303)
  const page = await officePage('money', await partnerPath())
  expect(page).toMatch(/Balance<\/dt><dd><b>\$0</)
})

it.each(['', 'ten', '1.234', '--1', '12345678'])('refuses the correction %j', async (amount) => {
  const answer = await act('money', 'adjust', { amount, reason: 'A gift' })
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain('Check the field ‘Amount’')
})

it.each(staffRoles)('allows or rejects a correction of a balance by the role %s', async (role) => {
  const isAllowed = mayDo({ role }, 'adjust')
  const answer = await act(role, 'adjust', { amount: '-12,50', reason: 'A mistake' })
  expect(answer.status).toBe(isAllowed ? 303 : 403)
  const [partner] = await rows<{ id: string }>('SELECT id FROM partners')
  const audit = await auditRows(partner?.id ?? '')
  expect(audit.map((row) => [row.action, row.role])).toEqual(isAllowed ? [['adjust', role]] : [])
})
