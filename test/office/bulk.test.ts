import { beforeEach, expect, it } from 'vitest'
import type { StaffRole } from '../../src/api/staff.ts'
import { orderNumberOf } from '../../src/kit/order-number.ts'
import { freezeOrder } from '../../src/orders/order-actions.ts'
import { api, contactMessage, mailsAbout, openShop, rows } from '../support/small-shop.ts'
import { act, paidLines, paidOrder } from '../support/staff.ts'
import { hiddenFields, officePage, visitAs } from '../support/visit-office.ts'

beforeEach(async () => openShop(6))

type Choice = { readonly list: string; readonly action: string; readonly ids: readonly string[] }

function formOf(fields: { readonly [name: string]: string }, ids: readonly string[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (name !== 'row') form.set(name, value)
  for (const id of ids) form.append('row', id)
  return form
}

async function preview({ list, action, ids }: Choice, role: StaffRole = 'owner') {
  const form = formOf({ list, action }, ids)
  return (await visitAs(role, '/admin/bulk', { form })).text()
}

/** Returns the form of a preview as a browser would send it. */
function confirmed(page: string, action: string, typed: { [name: string]: string } = {}): FormData {
  const shown = [...page.matchAll(/name="row" value="([^"]+)"/g)].map(([, row = '']) => row)
  return formOf({ ...hiddenFields(page, action), ...typed }, shown)
}

async function confirm(form: FormData, role: StaffRole = 'owner') {
  const response = await visitAs(role, '/admin/bulk/run', { form })
  return { status: response.status, page: await response.text() }
}

const auditOfAction = async (action: string) =>
  rows<{ id: string }>(`SELECT subject_id AS id FROM audit WHERE action = '${action}'
    AND subject_id IN (SELECT id FROM orders UNION SELECT id FROM plans UNION SELECT id FROM outbox)`)

it('sends the eSIMs of chosen orders again, once, and says which orders it left out', async () => {
  const [first, second, frozen] = [await paidOrder(), await paidOrder(), await paidOrder()]
  await act(freezeOrder, frozen, {})
  expect(await officePage('support', '/admin/orders')).toContain(`name="row" value="${first}"`)
  const choice = { list: 'orders', action: 'resend', ids: [first, second, frozen] }
  const page = await preview(choice, 'support')
  expect(page).toContain('This happens to 2 rows')
  expect(page).toContain('1 email to anna@example.com')
  expect(page).toMatch(new RegExp(`1 row is left out[^]*${orderNumberOf(frozen)}`))
  expect(await mailsAbout('esim-copy')).toEqual([])
  const form = confirmed(page, 'resend')
  expect((await confirm(form, 'support')).page).toContain('Done: 2 of 2 rows')
  expect((await confirm(form, 'support')).page).toContain('Done: 2 of 2 rows')
  expect(await mailsAbout('esim-copy')).toHaveLength(2)
  const audit = await auditOfAction('resend')
  expect(audit.map(({ id }) => id).toSorted()).toEqual([first, second].toSorted())
})

it('sends two eSIMs of one order, and refuses a row that changed after the preview', async () => {
  const invoiceID = await paidLines(2)
  const esims = await rows<{ iccid: string }>('SELECT iccid FROM esims')
  const ids = esims.map(({ iccid }) => iccid)
  const page = await preview({ list: 'esims', action: 'resend', ids })
  expect((await confirm(confirmed(page, 'resend'))).page).toContain('Done: 2 of 2 rows')
  expect(await mailsAbout('esim-copy')).toHaveLength(2)
  const later = await preview({ list: 'orders', action: 'resend', ids: [invoiceID] })
  await act(freezeOrder, invoiceID, {})
  const { page: result } = await confirm(confirmed(later, 'resend'))
  expect(result).toContain('Done: 0 of 1 row')
  expect(result).toContain('Refused')
})

it('answers several messages with one text, in the role of support', async () => {
  for (const email of ['one@example.com', 'two@example.com'])
    await api().mailNotify({ ...contactMessage, email })
  const messages = await rows<{ id: string }>(
    `SELECT id FROM outbox WHERE purpose = 'contact-message'`,
  )
  const choice = { list: 'messages', action: 'answer', ids: messages.map(({ id }) => id) }
  const page = await preview(choice, 'support')
  expect(page).toContain('two@example.com')
  const empty = await confirm(confirmed(page, 'answer', { text: '' }), 'support')
  expect(empty.status).toBe(422)
  const again = confirmed(empty.page, 'answer', { text: 'The network works again.' })
  expect((await confirm(again, 'support')).page).toContain('Done: 2 of 2 rows')
  const answers = await mailsAbout('answer')
  expect(answers.map(({ recipient }) => recipient).toSorted()).toEqual([
    'one@example.com',
    'two@example.com',
  ])
  expect(await auditOfAction('answer')).toHaveLength(2)
})

it('takes plans off sale and puts them back, which only owners may do', async () => {
  const ids = ['tr-10', 'tr-sold-out']
  const page = await preview({ list: 'plans', action: 'take-off-sale', ids })
  const form = confirmed(page, 'take-off-sale', { reason: 'Complaints' })
  expect((await confirm(form, 'support')).page).toContain('Done: 0 of 2 rows')
  expect((await confirm(form)).page).toContain('Done: 2 of 2 rows')
  const off = await rows('SELECT id FROM plans WHERE off_sale_at IS NOT NULL')
  expect(off).toHaveLength(2)
  const back = await preview({ list: 'plans', action: 'put-on-sale', ids })
  expect((await confirm(confirmed(back, 'put-on-sale'))).page).toContain('Done: 2 of 2 rows')
  expect(await rows('SELECT id FROM plans WHERE off_sale_at IS NOT NULL')).toEqual([])
  expect(await officePage('support', '/admin/plans')).not.toContain('name="row"')
})

it('refuses no rows, more than a page of rows, and actions of another list', async () => {
  const none = await preview({ list: 'orders', action: 'resend', ids: [] })
  expect(none).toContain('Choose rows in the list first.')
  const ids = Array.from({ length: 51 }, (_, index) => `order-${index}`)
  expect(await preview({ list: 'orders', action: 'resend', ids })).toContain('at most 50 rows')
  const form = formOf({ list: 'plans', action: 'resend' }, ['tr-10'])
  expect((await visitAs('owner', '/admin/bulk', { form })).status).toBe(422)
  const headers = { 'Accept-Language': 'ru' }
  const russian = formOf({ list: 'plans', action: 'take-off-sale' }, ['tr-10'])
  const page = await visitAs('owner', '/admin/bulk', { form: russian, headers })
  expect(await page.text()).toContain('Это произойдёт с\u00A01 строкой')
})
