import { beforeEach, expect, it } from 'vitest'
import { api, openShop, orderOf, rows } from '../support/small-shop.ts'
import { officePage, pressedForm, sendForm, visitAs } from '../support/visit-office.ts'

beforeEach(async () => openShop(3))

const path = '/admin/vouchers'
const fields = { count: '3', amount: '12,50', currency: 'USD', until: '', note: 'Spring fair' }

const issue = async (change: object = {}) =>
  sendForm('owner', path, 'issue-vouchers', { ...fields, ...change })

/** Downloads the codes of the newest batch with the link on the page. */
async function downloadCodes(): Promise<string[]> {
  const [file = ''] =
    /\/admin\/vouchers\/file\?batch=\w+/.exec(await officePage('owner', path)) ?? []
  for (const role of ['support', 'money'] as const)
    expect((await visitAs(role, file)).status).toBe(404)
  const answer = await visitAs('owner', file)
  expect(answer.headers.get('Content-Disposition')).toMatch(/vouchers-\w+\.csv/)
  const [, ...lines] = (await answer.text()).trim().split('\r\n')
  return lines.map((line) => line.split(',')[0] ?? '')
}

it('issues vouchers once for each form, and their file as often as it is downloaded', async () => {
  const form = { ...(await pressedForm('owner', path, 'issue-vouchers')), ...fields }
  const press = async () => visitAs('owner', path, { form })
  await Promise.all([press(), press()])
  expect((await press()).headers.get('Location')).toBe(`${path}?done=issue-vouchers`)
  const codes = await downloadCodes()
  expect(new Set(codes).size).toBe(3)
  expect(await downloadCodes()).toEqual(codes)
  expect(await rows('SELECT 1 FROM vouchers')).toHaveLength(3)
  expect((await visitAs('owner', path, { form: { ...form, count: '4' } })).status).toBe(422)
  const answers = await Promise.all(
    codes.map(async (promocode) => api().activation({ ...orderOf(), promocode })),
  )
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true])
})

it('finds a voucher, shows its orders, prints its card, and withdraws it', async () => {
  await issue({ count: '1', until: '2026-12-31' })
  const [code = ''] = await downloadCodes()
  await api().activation({ ...orderOf(), promocode: code })
  const [{ id } = { id: '' }] = await rows<{ id: string }>('SELECT id FROM vouchers')
  for (const query of [code, code.slice(-4).toLowerCase(), 'Spring'])
    expect(await officePage('support', `${path}?q=${query}`)).toContain(`…${code.slice(-4)}`)
  expect(await officePage('support', `${path}?q=NONE`)).toContain('No vouchers found')
  const page = `/admin/voucher?id=${id}`
  const ofOwner = await officePage('owner', page)
  for (const text of [code, '$12.50', '31.12.2026', 'Used up', 'class="qr"', 'Spring fair'])
    expect(ofOwner).toContain(text)
  expect(await officePage('money', page)).not.toContain(code)
  expect((await sendForm('support', page, 'withdraw-voucher', { reason: 'x' })).status).toBe(403)
  const done = await sendForm('money', page, 'withdraw-voucher', { reason: 'stolen' })
  expect(done.headers.get('Location')).toBe(`${page}&done=withdraw-voucher`)
  expect(await officePage('owner', page)).toContain('Withdrawn')
  expect((await visitAs('owner', '/admin/voucher?id=none')).status).toBe(404)
})

it.each([
  [{ count: '0' }, 'How many'],
  [{ count: '1001' }, 'How many'],
  [{ amount: '0' }, 'Amount'],
  [{ amount: '1.005' }, 'Amount'],
  [{ currency: 'XXX' }, 'Amount'],
  [{ until: '2026-11-20' }, 'Last day'],
  [{ note: 'x'.repeat(101) }, 'Note'],
])('refuses %j, and keeps what was typed', async (change, field) => {
  const answer = await issue(change)
  expect(answer.status).toBe(422)
  const page = await answer.text()
  expect(page).toContain(field)
  expect(page).toContain('Spring fair'.slice(0, 'note' in change ? 0 : undefined))
  expect(await rows('SELECT 1 FROM vouchers')).toEqual([])
})

it('lets only owners issue vouchers', async () => {
  for (const role of ['support', 'money'] as const) {
    expect(await officePage(role, path)).not.toContain('issue-vouchers')
    expect((await sendForm(role, path, 'issue-vouchers', fields)).status).toBe(403)
  }
})

it('is written in Russian too', async () => {
  await issue()
  const page = await visitAs('owner', path, { headers: { 'Accept-Language': 'ru' } })
  const text = await page.text()
  for (const part of ['Сертификаты', 'Остаток', 'Действует', 'Выпустить'])
    expect(text).toContain(part)
})
