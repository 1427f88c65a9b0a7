import { beforeEach, describe, expect, it } from 'vitest'
import { mayDo, staffRoles } from '../../src/api/staff.ts'
import type { StaffRole } from '../../src/api/staff.ts'
import { api, orderOf, rows, openShop } from '../support/small-shop.ts'
import { pressedForm, visitAs, officePage, sendForm } from '../support/visit-office.ts'

beforeEach(async () => openShop(3))

const path = '/admin/promo-codes'
type Fields = { readonly [field: string]: string }

/** Each test uses a new code, because a code is never reused and audit rows are never deleted. */
let number = 0
const newCode = () => `CODE${(number += 1)}`

async function add(fields: Fields, role: StaffRole = 'money') {
  return sendForm(role, path, 'add-promo-code', fields)
}

async function stop(code: string, role: StaffRole = 'money') {
  const form = await pressedForm('money', `${path}?q=${code}`, 'stop-promo-code')
  return visitAs(role, path, { form })
}

async function change(code: string, fields: Fields, role: StaffRole = 'money') {
  const hidden = await pressedForm('money', `${path}?q=${code}`, 'change-promo-code')
  return visitAs(role, path, { form: { ...hidden, ...fields } })
}

async function pageOf(role: StaffRole = 'support', query = ''): Promise<string> {
  return officePage(role, `${path}?q=${query}`)
}

const actionsOn = async (code: string) =>
  (await rows<{ action: string }>(`SELECT action FROM audit WHERE subject_id = '${code}'`))
    .map(({ action }) => action)
    .toSorted()

it('adds a code that customers can use, counts its uses, and stops it', async () => {
  const code = newCode()
  const fields = { code: code.toLowerCase(), percent: '12,5', limit: '5', countries: 'TR' }
  expect((await add(fields)).headers.get('Location')).toBe(`${path}?done=add-promo-code`)
  const order = { ...orderOf(), promocode: code }
  expect(await api().activation(order)).toMatchObject({ ok: true })
  const page = await pageOf()
  for (const text of [code, '12.5%', 'Valid', '1 / 5', '1 not paid', 'TR'])
    expect(page).toContain(text)
  expect((await stop(code)).status).toBe(303)
  expect(await pageOf()).toContain('Ended')
  expect(await api().activation({ ...orderOf(), promocode: code })).toMatchObject({ ok: false })
  expect(await actionsOn(code)).toEqual(['add-promo-code', 'stop-promo-code'])
})

it('shows the first and the last day of a code as they were entered', async () => {
  await add({ code: newCode(), percent: '5', from: '2026-11-25', until: '2026-12-31' })
  expect(await pageOf()).toContain('from 25.11.2026 UTC until 31.12.2026 UTC, including this day')
})

it('changes the last day and the limit of a code that has not ended', async () => {
  const code = newCode()
  await add({ code, percent: '5', until: '2026-11-22', limit: '1' })
  const order = { ...orderOf(), promocode: code }
  expect(await api().activation(order)).toMatchObject({ ok: true })
  const place = () =>
    api().activation({ ...orderOf(), email: 'boris@example.com', promocode: code })
  expect(await place()).toMatchObject({ ok: false })
  const page = await pageOf('money', code)
  for (const value of ['value="2026-11-22"', 'value="1"']) expect(page).toContain(value)
  const done = await change(code, { until: '2026-12-31', limit: '2' })
  expect(done.headers.get('Location')).toBe(`${path}?done=change-promo-code`)
  expect(await place()).toMatchObject({ ok: true })
  await change(code, { until: '', limit: '' })
  expect(await rows(`SELECT ends_at, total_limit FROM promo_codes WHERE code = '${code}'`)).toEqual(
    [{ ends_at: null, total_limit: null }],
  )
})

it.each([
  [{ until: '2026-11-20' }, 'The last day is over'],
  [{ until: '2026-11-24' }, 'is before the first one'],
  [{ limit: '0' }, 'Enter a whole number above zero'],
])('refuses the change %j of a code', async (fields, message) => {
  const code = newCode()
  await add({ code, percent: '5', from: '2026-11-25' })
  const answer = await change(code, fields)
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain(message)
})

it('is a conflict when a code is stopped while a colleague changes it', async () => {
  const code = newCode()
  await add({ code, percent: '5' })
  const form = await pressedForm('money', `${path}?q=${code}`, 'change-promo-code')
  await stop(code)
  expect((await visitAs('money', path, { form })).status).toBe(409)
})

it('adds a code once when the button is pressed twice', async () => {
  const code = newCode()
  const hidden = await pressedForm('money', path, 'add-promo-code')
  const form = { ...hidden, code, amountUSD: '2', amountRUB: '180' }
  const press = async () => visitAs('money', path, { form })
  const answers = await Promise.all([press(), press()])
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  expect(await actionsOn(code)).toEqual(['add-promo-code'])
  const again = await add({ code, percent: '5' })
  expect(again.status).toBe(422)
  expect(await again.text()).toContain('This code already exists')
})

it.each([
  [{ code: 'A B', percent: '5' }, 'Check the field ‘Code’'],
  [{ code: '10%', percent: '10' }, 'Check the field ‘Code’'],
  [{ code: 'NEW', percent: '100' }, 'Check the field ‘Percent off’'],
  [{ code: 'NEW', percent: '0' }, 'Check the field ‘Percent off’'],
  [{ code: 'NEW', percent: '12.505' }, 'Check the field ‘Percent off’'],
  [{ code: 'NEW', percent: '5', from: '01.12.2026' }, '‘First day (UTC)’'],
  [{ code: 'NEW', percent: '5', limit: '0' }, 'Check the field'],
  [{ code: 'NEW', percent: '5', plans: 'A_1' }, 'Check the field'],
  [{ code: 'NEW' }, 'Check the field ‘Percentage or amounts’'],
  [{ code: 'NEW', percent: '5', amountUSD: '1' }, 'Check the field ‘Percentage or amounts’'],
  [{ code: 'NEW', percent: '5', from: '2026-12-02', until: '2026-12-01' }, '‘Last day (UTC)’'],
  [{ code: 'NEW', percent: '5', until: '2026-11-20' }, 'The last day is over'],
  [{ code: 'NEW', percent: '5', perCustomer: '0' }, '‘Orders per customer’'],
  [{ code: 'NEW', percent: '5', plans: 'no-plan' }, 'There is no such plan.'],
  [{ code: 'NEW', percent: '5', countries: 'xx' }, 'There is no such country in the catalogue.'],
])('refuses %j', async (fields, message) => {
  const answer = await add(fields)
  expect(answer.status).toBe(422)
  const page = await answer.text()
  expect(page).toContain(message)
  expect(page).toContain(`value="${fields.code}"`)
  expect(await rows('SELECT code FROM promo_codes')).toEqual([])
})

describe.each(staffRoles)('the role %s', (role) => {
  it('adds, changes and stops codes, or is rejected', async () => {
    const isAllowed = mayDo({ role }, 'add-promo-code')
    const code = newCode()
    expect((await add({ code, percent: '5' }, role)).status).toBe(isAllowed ? 303 : 403)
    expect(await actionsOn(code)).toEqual(isAllowed ? ['add-promo-code'] : [])
    if (!isAllowed) await add({ code, percent: '5' })
    const page = await pageOf(role)
    expect(page.includes('value="add-promo-code"')).toBe(isAllowed)
    expect(page.includes('value="change-promo-code"')).toBe(isAllowed)
    expect(page.includes('value="stop-promo-code"')).toBe(isAllowed)
    expect((await change(code, { limit: '5' }, role)).status).toBe(isAllowed ? 303 : 403)
    expect((await stop(code, role)).status).toBe(isAllowed ? 303 : 403)
  })
})

it('says that a stopped code cannot be used again, before its button', async () => {
  const code = newCode()
  await add({ code, percent: '5' })
  const page = await officePage('money', `${path}?q=${code}`)
  const [form = ''] = /<form(?:(?!<form).)*value="stop-promo-code".*?<\/form>/s.exec(page) ?? []
  expect(form).toContain('You can’t start it again')
  expect(form.indexOf('You can’t start it again')).toBeLessThan(form.indexOf('<button'))
})

it('is a conflict when somebody else has stopped the code', async () => {
  const code = newCode()
  await add({ code, percent: '5' })
  const form = await pressedForm('money', `${path}?q=${code}`, 'stop-promo-code')
  await stop(code)
  expect((await visitAs('owner', path, { form })).status).toBe(409)
})
