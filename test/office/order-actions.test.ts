import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { words as english } from '../../content/en/office/words.ts'
import { orderActions } from '../../src/orders/office-actions.tsx'
import { decideSupplierOrder } from '../../src/purchases/decide-supplier-order.ts'
import {
  actionRoles,
  goodsActions,
  mayDo,
  messageActions,
  partnerActions,
  planActions,
  reviewActions,
  textActions,
  staffRoles,
  webhookActions,
  keyActions,
} from '../../src/api/staff.ts'
import type { Action } from '../../src/api/staff.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import { runBeforeBatch } from '../support/run-before-batch.ts'
import {
  advanceClock,
  api,
  clock,
  orderOf,
  pay,
  rows,
  openShop,
  run,
  usd,
} from '../support/small-shop.ts'
import { refund, refusing, wholeOrder } from '../support/refunds.ts'
import {
  auditRows,
  member,
  nextInput,
  notesSql,
  paidOrder,
  restock,
  staffContext,
} from '../support/staff.ts'
import { openAlertsOf } from '../support/scheduled-rounds.ts'
import { pressedForm, visitAs, officePage, sendForm } from '../support/visit-office.ts'
import { sql } from '../../src/kit/sql.ts'

beforeEach(async () => {
  await openShop(3)
  await run(
    `INSERT INTO plans (id, operator_ident, kind, country_codes, market, traffic_mb,
      validity_days, prices) VALUES ('tr-5', 'tr-turkcell', 'country', '["tr"]', 'travel', 5120, 30,
      '{"USD":900,"RUB":82800}')`,
    `INSERT INTO stock (iccid, plan_id, smdp_address, matching_id)
      VALUES ('8910300000000000099', 'tr-5', 'rsp.example.com', 'SMALL')`,
  )
})

const orderPath = (invoiceID: string) => `/admin/order?id=${invoiceID}`

/** The visible fields of each form of an order, and the action that must precede it. */
const forms: { readonly [action in Action]?: { fields: Fields; after?: Preparation } } = {
  note: { fields: { text: 'Called' } },
  resend: { fields: {} },
  'send-receipt': { fields: {} },
  freeze: { fields: { reason: 'Stolen card' } },
  unfreeze: { fields: { reason: 'Checked' }, after: 'freeze' },
  refund: { fields: { scope: 'order', reason: 'Asked for it' } },
  address: { fields: { email: 'Anna.New@example.com' } },
  reissue: { fields: { reason: 'Code does not scan' } },
  exchange: { fields: { tariffID: 'tr-5', reason: 'Too much data' } },
  'record-refund': {
    fields: { scope: 'order', returnedOn: '2026-11-21', transfer: 'PO 17', reason: 'Closed card' },
  },
  'revert-refund': { fields: { reason: 'The money came back' }, after: 'record-refund' },
  'assign-refund': { fields: { scope: 'none', reason: 'A complaint' }, after: 'reported' },
  'retry-refund': { fields: { reason: 'The key was wrong' }, after: 'refused' },
  'repay-refund': {
    fields: { returnedOn: '2026-11-21', transfer: 'PO 17', reason: 'Closed card' },
    after: 'refused',
  },
  'cancel-refund': { fields: { reason: 'The customer keeps the eSIM' }, after: 'refused' },
  'decide-supplier-order': { fields: { key: 'held-order', decision: 'give-up' }, after: 'held' },
}
type Preparation = Action | 'held' | 'refused' | 'reported'
type Fields = { readonly [field: string]: string }

const actions = Object.entries(forms).map(([name, form]) => ({ name, ...form }))
const cells = actions.flatMap((action) => staffRoles.map((role) => ({ ...action, role })))

async function act(role: (typeof staffRoles)[number], id: string, action: string, fields: Fields) {
  return sendForm(role, orderPath(id), action, fields)
}

async function preparedOrder(after: Preparation | undefined): Promise<string> {
  const id = await paidOrder()
  if (after === 'held') await holdOrder(id)
  else if (after === 'refused') await refund(id, wholeOrder, refusing())
  else if (after === 'reported') await refundInDashboard(id)
  else if (after !== undefined) await act('owner', id, after, forms[after]?.fields ?? {})
  if (after === 'refused') advanceClock(60)
  return id
}

async function refundInDashboard(id: string): Promise<void> {
  await pay(id, { kind: 'refunded', amount: usd(250) })
  advanceClock(60)
}

/** Creates the state after a supplier did not report whether it sold the eSIM. */
async function holdOrder(id: string, supplier = 'airalo'): Promise<void> {
  await run(sql`INSERT INTO purchases
    (key, order_id, line_position, kind, supplier, plan_code, status, created_at)
    VALUES ('held-order', ${id}, 1, 'plan', ${supplier}, 'merhaba', 'held',
      '2026-11-21T09:00:00Z')`)
}

describe.each(cells)('$role and $name', ({ role, name, fields, after }) => {
  const action = name as Action // a key of `forms`
  const isAllowed = mayDo({ role }, action)

  it('takes effect with an audit row, or is refused and not shown', async () => {
    const id = await preparedOrder(after)
    const before = (await auditRows(id)).length
    const page = await officePage(role, orderPath(id))
    expect(page.includes(`name="action" value="${name}"`)).toBe(isAllowed)
    const answer = await act(role, id, name, fields)
    expect(answer.status).toBe(isAllowed ? 303 : 403)
    const audit = (await auditRows(id)).slice(before)
    expect(audit.map((row) => [row.action, row.role])).toEqual(isAllowed ? [[name, role]] : [])
  })
})

it('asks what a refund in the dashboard was for, with the refunds that it may have made', async () => {
  const id = await paidOrder()
  const record = { ...forms['record-refund']?.fields, scope: 'amount', amount: '2.50' }
  await act('owner', id, 'record-refund', record)
  await refundInDashboard(id)
  const page = (await officePage('money', orderPath(id))).replaceAll('\u00A0', ' ')
  expect(page).toContain('What was this refund for?')
  expect(page).toContain('href="#assign-refund"')
  expect(page).toContain('<details id="assign-refund" open="">')
  const [, same = ''] = /value="(same-[^"]+)"/.exec(page) ?? []
  expect(page).toContain('The same money as the refund that you recorded: $2.50 · PO 17 · ')
  const unchosen = await act('money', id, 'assign-refund', { scope: 'lines', reason: 'looked' })
  expect(unchosen.status).toBe(422)
  const fields = { scope: same, reason: 'looked' }
  expect((await act('money', id, 'assign-refund', fields)).status).toBe(303)
  expect(await rows('SELECT origin, state FROM refunds ORDER BY origin')).toEqual([
    { origin: 'hand', state: 'cancelled' },
    { origin: 'provider', state: 'succeeded' },
  ])
  const after = await officePage('money', `${orderPath(id)}&done=assign-refund`)
  expect(after).not.toContain('What was this refund for?')
})

it('offers to try a failed refund again, or to record that it was made another way', async () => {
  const id = await preparedOrder('refused')
  await runScheduledJobs({ ...env }, clock.now)
  const page = await officePage('money', orderPath(id))
  for (const [name, text] of [
    ['retry-refund', 'Try again'],
    ['repay-refund', 'I paid it back another way'],
    ['cancel-refund', 'Cancel a failed refund'],
  ] as const) {
    expect(page).toContain(`<a href="#${name}">${text}</a>`)
    expect(page).toContain(`<details id="${name}" open="">`)
  }
})

it.each(actions)('confirms $name again when its form is sent again', async (action) => {
  const { name, fields, after } = action
  const id = await preparedOrder(after)
  const form = { ...(await pressedForm('owner', orderPath(id), name)), ...fields }
  const press = async () => (await visitAs('owner', orderPath(id), { form })).status
  expect([await press(), await press()]).toEqual([303, 303])
})

it('has texts for every staff action', () => {
  for (const action of Object.keys(actionRoles)) expect(english.doneActions).toHaveProperty(action)
})

it('has a form for every action', () => {
  const withForms = [
    ...orderActions.map(({ name }) => name),
    ...partnerActions,
    ...messageActions,
    ...textActions,
    ...planActions,
    ...goodsActions,
    ...reviewActions,
    ...webhookActions,
    ...keyActions,
    'retry',
    'retry-all',
    'export-person',
    'export-list',
  ]
  expect(withForms.toSorted()).toEqual(Object.keys(actionRoles).toSorted())
})

describe('a supplier order on hold', () => {
  const decide = async (id: string, fields: Fields) =>
    act('owner', id, 'decide-supplier-order', { key: 'held-order', ...fields })
  /** Sends a form with the current version, although the page no longer shows the form. */
  const decideAgain = async (id: string) => {
    const note = await pressedForm('owner', orderPath(id), 'note')
    const fields = { key: 'held-order', decision: 'give-up' }
    const form = { ...note, ...fields, action: 'decide-supplier-order' }
    return visitAs('owner', orderPath(id), { form })
  }
  const order = async () => {
    const [held] = await rows('SELECT status, reference FROM purchases')
    return held
  }

  it('is linked on the first page, and fetched from the supplier that has it', async () => {
    const id = await paidOrder()
    await holdOrder(id)
    const today = await officePage('owner', '/admin')
    expect(today).toMatch(/href="\/admin\/orders\?group=held"[^>]*><span>[^<]+<\/span><b>1</)
    const list = await officePage('owner', '/admin/orders?group=held')
    expect(list).toContain(`href="${orderPath(id)}"`)
    expect((await decide(id, { decision: 'found' })).status).toBe(422)
    expect((await decide(id, { decision: 'found', reference: 'A-7' })).status).toBe(303)
    expect(await order()).toEqual({ status: 'accepted', reference: 'A-7' })
    const page = await officePage('owner', orderPath(id))
    expect(page).not.toContain('value="decide-supplier-order"')
  })

  it('is ordered again only with a tick if the supplier cannot search its orders', async () => {
    const id = await paidOrder()
    await holdOrder(id, 'esim-go')
    const refused = await decide(id, { decision: 'retry' })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('a retry may buy a second eSIM')
    expect(await order()).toMatchObject({ status: 'held' })
    await decide(id, { decision: 'retry', isConfirmed: 'yes' })
    expect(await order()).toMatchObject({ status: 'new' })
  })

  it('takes one decision for any number of submissions', async () => {
    const id = await paidOrder()
    await holdOrder(id)
    const hidden = await pressedForm('owner', orderPath(id), 'decide-supplier-order')
    const other = await pressedForm('owner', orderPath(id), 'decide-supplier-order')
    const fields = { key: 'held-order', decision: 'found', reference: 'A-7' }
    const press = async (form: Fields) =>
      visitAs('owner', orderPath(id), { form: { ...form, ...fields } })
    const answers = await Promise.all([press(hidden), press(hidden)])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect((await press(hidden)).status).toBe(303)
    expect((await press(other)).status).toBe(409)
    const refused = await decideAgain(id)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('isn’t waiting for a decision')
    const decisions = (await auditRows(id)).filter(({ action }) => action.startsWith('decide'))
    expect(decisions).toHaveLength(1)
  })

  it('rejects a decision on the page of another order', async () => {
    const [id, another] = [await paidOrder(), await paidOrder()]
    await holdOrder(id)
    const { action: _, ...hidden } = await pressedForm('owner', orderPath(another), 'note')
    const form = { ...hidden, action: 'decide-supplier-order', key: 'held-order' }
    const path = orderPath(another)
    const answer = await visitAs('owner', path, { form: { ...form, decision: 'give-up' } })
    expect(answer.status).toBe(404)
    expect(await order()).toMatchObject({ status: 'held' })
  })

  it('cannot get the reference of another order', async () => {
    const id = await paidOrder()
    await holdOrder(id)
    await run(
      `INSERT INTO purchases (key, order_id, line_position, kind, supplier,
      plan_code, status, reference, created_at) SELECT 'other-order', order_id, 1, kind, supplier,
      plan_code, 'done', 'A-7', created_at FROM purchases`.replaceAll('\n', ' '),
    )
    const refused = await decide(id, { decision: 'found', reference: 'A-7' })
    expect(refused.status).toBe(422)
    const page = await refused.text()
    expect(page).toContain('already has this number')
    expect(page).toContain('value="A-7"')
    const held = `SELECT status, reference FROM purchases WHERE key = 'held-order'`
    expect(await rows(held)).toEqual([{ status: 'held', reference: null }])
    expect((await decide(id, { decision: 'found', reference: 'A-8' })).status).toBe(303)
  })

  it('accepts a reference only once when two people enter it for two orders', async () => {
    const orders = new Map<string, string>()
    for (const key of ['held-1', 'held-2']) {
      const invoiceID = await paidOrder()
      orders.set(key, invoiceID)
      await run(sql`INSERT INTO purchases
        (key, order_id, line_position, kind, supplier, plan_code, status, created_at)
        VALUES (${key}, ${invoiceID}, 1, 'plan', 'airalo', 'm', 'held', '2026-11-21T09:00:00Z')`)
    }
    const decision = { kind: 'found', reference: 'A-7' } as const
    const decideAs = async (key: string, db = env.DB) => {
      const input = await nextInput(orders.get(key) ?? '')
      return decideSupplierOrder({ ...staffContext(), db }, member(), { ...input, key, decision })
    }
    const meanwhile = runBeforeBatch(env.DB, async () => {
      expect(await decideAs('held-2')).toMatchObject({ ok: true })
    })
    expect(await decideAs('held-1', meanwhile)).toMatchObject({ error: { code: 'conflict' } })
    expect(await decideAs('held-1')).toMatchObject({ error: { reason: 'reference-used' } })
    expect(await rows('SELECT status FROM purchases ORDER BY key')).toEqual([
      { status: 'held' },
      { status: 'accepted' },
    ])
  })

  it('rejects a decision after the order has changed', async () => {
    const id = await paidOrder()
    await holdOrder(id)
    const form = await pressedForm('owner', orderPath(id), 'decide-supplier-order')
    await act('support', id, 'note', { text: 'Called' })
    const fields = { ...form, key: 'held-order', decision: 'give-up' }
    expect((await visitAs('owner', orderPath(id), { form: fields })).status).toBe(409)
    expect(await order()).toMatchObject({ status: 'held' })
  })
})

describe('a refund', () => {
  const refunds = async () => rows('SELECT amount_minor, actor, reason FROM refunds')
  const whole = { amount_minor: 1250, actor: 'mark@shop.example', reason: 'Wrong country' }

  it('is made once when the button is pressed twice', async () => {
    const id = await paidOrder()
    const hidden = await pressedForm('money', orderPath(id), 'refund')
    const form = { ...hidden, scope: 'order', reason: 'Wrong country' }
    const press = async () => visitAs('money', orderPath(id), { form })
    const answers = await Promise.all([press(), press()])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect((await press()).status).toBe(303)
    expect(await refunds()).toEqual([whole])
    const page = await officePage('money', `${orderPath(id)}&done=refund`)
    for (const text of ['The refund is stored', 'Refunded', 'Money returned', 'Returned'])
      expect(page).toContain(text)
    expect(page).not.toContain('name="action" value="refund"')
    expect(page).not.toContain('name="action" value="resend"')
    expect(page).toContain('<span>amount: $12.50</span>')
    expect(page).not.toContain('<span>currency')
  })

  it.each([
    ['2.50', 250],
    ['2,5', 250],
    [' 12 ', 1200],
  ])('can be the amount %j', async (amount, minor) => {
    const id = await paidOrder()
    const fields = { scope: 'amount', amount, reason: 'Slow network' }
    expect((await act('money', id, 'refund', fields)).status).toBe(303)
    expect(await refunds()).toEqual([{ ...whole, amount_minor: minor, reason: 'Slow network' }])
    expect(await officePage('money', orderPath(id))).toContain('Delivered')
  })

  it('shows the refundable amount of each line of an order', async () => {
    const { tariffID, ...order } = orderOf()
    const answer = await api().activation({ ...order, lines: [{ tariffID }, { tariffID }] })
    const id = answer.ok ? answer.value.data.invoiceID : ''
    await pay(id, { amount: usd(2500) })
    const labels = async () => {
      const page = await officePage('money', orderPath(id))
      return Array.from(page.matchAll(/value="line-\d"[^>]*>([^<]*)</g), ([, text]) => text)
    }
    const lines = (amount: string) => Array(2).fill(expect.stringMatching(`: \\${amount}$`))
    expect(await labels()).toEqual(lines('$12.50'))
    const part = { scope: 'amount', amount: '20', reason: 'Slow network' }
    await act('money', id, 'refund', part)
    expect(await labels()).toEqual(lines('$5'))
  })

  it.each(['2.50', '0'])(
    'is rejected for the whole order when %s was also typed',
    async (amount) => {
      const id = await paidOrder()
      const fields = { scope: 'order', amount, reason: 'Slow network' }
      const answer = await act('money', id, 'refund', fields)
      expect(answer.status).toBe(422)
      const page = await answer.text()
      const [input] = /<input[^>]*name="amount"[^>]*>/.exec(page) ?? []
      expect(input).toContain(`value="${amount}"`)
      expect(input).toContain('aria-invalid="true"')
      expect(page).toContain(english.expected.unchosenAmount)
      expect(await refunds()).toEqual([])
    },
  )

  it('outside of the provider is recorded for the chosen plans only', async () => {
    const { tariffID, ...order } = orderOf()
    const lines = Array.from({ length: 3 }, () => ({ tariffID }))
    const started = await api().activation({ ...order, lines })
    const id = started.ok ? started.value.data.invoiceID : ''
    await pay(id, { amount: usd(3750) })
    const made = { returnedOn: '2026-11-21', transfer: 'PO 17', reason: 'Closed card' }
    for (const [fields, problem] of [
      [{ scope: 'order', 'line-2': 'yes' }, english.expected.returned],
      [{ scope: 'lines' }, english.expected.returned],
      [{ scope: 'lines', 'line-2': 'yes', amount: '5' }, english.expected.unchosenAmount],
      [{ scope: 'amount', amount: '2.505' }, english.expected.amount],
      [{ scope: 'order', returnedOn: '21.11.2026' }, english.expected.returnedOn],
      [{ scope: 'order', returnedOn: '2026-11-20' }, english.refused['impossible-day']],
      [{ scope: 'order', transfer: ' ' }, english.expected.transfer],
    ] as const) {
      const answer = await act('money', id, 'record-refund', { ...made, ...fields })
      expect([fields, answer.status]).toEqual([fields, 422])
      expect(await answer.text()).toContain(problem)
    }
    expect(await refunds()).toEqual([])
    const chosen = { ...made, scope: 'lines', 'line-1': 'yes', 'line-3': 'yes' }
    expect((await act('money', id, 'record-refund', chosen)).status).toBe(303)
    expect(await refunds()).toMatchObject([{ amount_minor: 2500 }])
    const page = await officePage('money', orderPath(id))
    expect(page).toContain(english.refundStates.hand)
    expect(page).toContain('returned on: 21.11.2026')
    const month = await officePage('money', '/admin/money?month=2026-11')
    expect(month).toContain(`${english.money.manual}, USD`)
  })

  it.each(['', '-1', '2.505', '1e3', 'all'])('is refused for the amount %j', async (amount) => {
    const id = await paidOrder()
    const answer = await act('money', id, 'refund', { scope: 'amount', amount, reason: 'A typo' })
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain('Check the field ‘Amount’')
    expect(page).toContain('value="A typo"')
    expect(await refunds()).toEqual([])
  })

  it('is refused when it is more than the shop has', async () => {
    const id = await paidOrder()
    const fields = { scope: 'amount', amount: '12.51', reason: 'Too much' }
    const answer = await act('money', id, 'refund', fields)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('more than is left of this order')
  })
})

describe('a form that the state of the order hides', () => {
  /** Sends the form with the current version, as a stale page would. */
  const send = async (id: string, action: string, fields: Fields) => {
    const note = await pressedForm('owner', orderPath(id), 'note')
    return visitAs('owner', orderPath(id), { form: { ...note, ...fields, action } })
  }
  const reason = 'Asked for it'

  it.each([
    ['refund', { scope: 'order', reason }, 'The bank is deciding this dispute'],
    ['refund', { scope: 'amount', amount: '2.50', reason }, 'The bank is deciding this dispute'],
    ['reissue', { position: '1', reason }, 'not paid, or is disputed'],
    ['exchange', { position: '1', tariffID: 'tr-5', reason }, 'not paid, or is disputed'],
  ])('is refused for a disputed order: %s', async (action, fields, sentence) => {
    const id = await paidOrder()
    await pay(id, { kind: 'disputed', id: 'dispute-1' })
    const answer = await send(id, action, fields)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(sentence)
    expect(await rows('SELECT 1 FROM refunds')).toEqual([])
    expect(await auditRows(id)).toEqual([])
  })

  it.each([
    ['resend', { position: '1' }],
    ['address', { email: 'new@example.com' }],
    ['reissue', { position: '1', reason }],
    ['exchange', { position: '1', tariffID: 'tr-5', reason }],
    ['freeze', { reason }],
  ])('is refused for a frozen order: %s', async (action, fields) => {
    const id = await paidOrder()
    await act('owner', id, 'freeze', { reason })
    const answer = await send(id, action, fields)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('The order is frozen')
    expect(await auditRows(id)).toHaveLength(1)
  })
})

describe('a rejected form', () => {
  it('marks, describes and focuses the invalid field', async () => {
    const id = await paidOrder()
    const fields = { scope: 'amount', amount: '2.505', reason: 'A typo' }
    const page = await (await act('money', id, 'refund', fields)).text()
    const [input = ''] = /<input[^>]*name="amount"[^>]*>/.exec(page) ?? []
    for (const attribute of ['aria-invalid="true"', 'aria-describedby="problem ', 'autofocus=""'])
      expect(input).toContain(attribute)
    expect(input).toContain('value="2.505"')
    expect(page).toContain('id="problem"')
    expect(page.match(/aria-invalid="true"/g)).toHaveLength(1)
    expect(page.match(/ autofocus=""/g)).toHaveLength(1)
    expect(page).toMatch(/<title>Error: /)
  })

  it('opens at the reason when no field is invalid', async () => {
    const id = await paidOrder()
    const form = await pressedForm('owner', orderPath(id), 'freeze')
    await act('owner', id, 'freeze', { reason: 'Stolen card' })
    const answer = await visitAs('owner', orderPath(id), { form: { ...form, reason: 'Again' } })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toMatch(/<p class="notice bad" role="alert" autofocus="" tabindex/)
  })

  it('names a field by its label alone, and describes it with its hint', async () => {
    const page = await officePage('owner', orderPath(await paidOrder()))
    const [input = ''] = /<input[^>]*name="amount"[^>]*>/.exec(page) ?? []
    const [, id] = / id="([^"]*)"/.exec(input) ?? []
    const [, hint] = / aria-describedby="([^"]*)"/.exec(input) ?? []
    expect(page).toContain(`<label for="${id}">${english.fields.amount}</label>`)
    expect(page).toMatch(new RegExp(`<small id="${hint}">[^<]`))
  })

  it('shows the reason for the refusal beside the field', async () => {
    const id = await paidOrder()
    const fields = { tariffID: 'none', reason: 'Wrong country' }
    const page = await (await act('money', id, 'exchange', fields)).text()
    const [input] = /<input[^>]*name="tariffID"[^>]*>/.exec(page) ?? []
    expect(input).toContain('aria-invalid="true"')
    expect(page).toMatch(/id="problem"[^>]*>That plan is not on sale/)
  })
})

it('stores a note of the longest length, with the line breaks of a browser', async () => {
  const id = await paidOrder()
  const note = `${'a'.repeat(999)}\n${'b'.repeat(1000)}`
  expect((await act('support', id, 'note', { text: note.replace('\n', '\r\n') })).status).toBe(303)
  expect(await rows(notesSql)).toEqual([{ text: note }])
})

it('emails the eSIM again', async () => {
  const id = await paidOrder()
  await act('support', id, 'resend', {})
  const copies = await rows(`SELECT recipient FROM outbox WHERE purpose = 'esim-copy'`)
  expect(copies).toEqual([{ recipient: 'anna@example.com' }])
})

it('freezes an order, and shows that it is frozen', async () => {
  const id = await paidOrder()
  await act('support', id, 'freeze', { reason: 'Stolen card' })
  const page = await officePage('support', orderPath(id))
  expect(page).toContain('<span class="badge bad">Frozen</span>')
  expect(page).not.toContain('value="resend"')
  expect(page).toContain('Stolen card')
})

it('sends the eSIM to the right address, and hides the old link', async () => {
  const id = await paidOrder()
  const [before] = await rows<{ esim_hash: string }>('SELECT esim_hash FROM esims')
  await act('support', id, 'address', { email: 'Right@example.com' })
  const page = await officePage('support', orderPath(id))
  expect(page).toContain('right@example.com</')
  expect(await rows('SELECT esim_hash FROM esims')).not.toEqual([before])
  const wrong = await act('support', id, 'address', { email: 'right@example' })
  expect(await wrong.text()).toContain('Check the field ‘New address’')
})

it('asks whose address was wrong when an order has a gift', async () => {
  const { tariffID, ...order } = orderOf()
  const lines = [{ tariffID, recipient: 'freind@example.com' }]
  const placed = await api().activation({ ...order, lines })
  const id = placed.ok ? placed.value.data.invoiceID : ''
  await pay(id)
  const right = { email: 'friend@example.com' }
  const unchosen = await act('support', id, 'address', right)
  expect(unchosen.status).toBe(422)
  expect(await unchosen.text()).toMatch(/id="problem"[^>]*>Choose whose address was wrong/)
  await act('support', id, 'address', { ...right, addressee: '1' })
  expect(await rows('SELECT recipient FROM order_lines')).toEqual([
    { recipient: 'friend@example.com' },
  ])
  expect(await rows('SELECT email FROM orders')).toEqual([{ email: 'anna@example.com' }])
})

it('replaces an eSIM that does not scan', async () => {
  const id = await paidOrder()
  await act('support', id, 'reissue', { reason: 'Code does not scan' })
  const page = await officePage('support', orderPath(id))
  for (const text of [
    'Replaced',
    '8910300000000000010',
    '8910300000000000011',
    'Another eSIM issued',
  ])
    expect(page).toContain(text)
})

it('reports a second replacement of an eSIM, and needs the role money for a third', async () => {
  await restock()
  const id = await paidOrder()
  const reissue = async (role: (typeof staffRoles)[number]) =>
    act(role, id, 'reissue', { reason: 'Code does not scan' })
  await reissue('support')
  expect(await openAlertsOf('esim-reissued')).toEqual([])
  await reissue('support')
  expect(await openAlertsOf('esim-reissued')).toEqual([{ detail: 'sara@shop.example' }])
  const third = await reissue('support')
  expect(third.status).toBe(422)
  expect(await third.text()).toContain(english.refused['replaced-twice'])
  expect((await reissue('money')).status).toBe(303)
})

it('exchanges a plan of the wrong country, and refunds the difference', async () => {
  const id = await paidOrder()
  const unknown = await act('money', id, 'exchange', { tariffID: 'none', reason: 'Wrong country' })
  expect(await unknown.text()).toContain('That plan is not on sale')
  await act('money', id, 'exchange', { tariffID: 'tr-5', reason: 'Wrong country' })
  const page = await officePage('money', orderPath(id))
  for (const text of ['8910300000000000099', '$3.50', 'Plan exchanged'])
    expect(page).toContain(text)
})

it('erases a customer only after the correct address was typed', async () => {
  const id = await paidOrder()
  await act('owner', id, 'refund', { scope: 'order', reason: 'Asked for it' })
  const wrong = await act('owner', id, 'erase', { confirmation: 'boris@example.com' })
  expect(wrong.status).toBe(422)
  const answer = await act('owner', id, 'erase', { confirmation: 'Anna@example.com' })
  expect(answer.status).toBe(303)
  const page = await officePage('owner', orderPath(id))
  expect(page).not.toContain('anna@example.com')
  expect(page).toContain('<h1><span>Erased customer')
  expect(page).not.toContain('value="erase"')
  expect((await visitAs('money', orderPath(id))).status).toBe(200)
})

it('delivers nothing more to an erased customer', async () => {
  const id = await paidOrder()
  const sent = {
    resend: {},
    reissue: { reason: 'Lost' },
    exchange: { tariffID: 'tr-5', reason: 'No' },
  }
  const address = { address: { email: 'boris@example.com' } }
  const ready = await Promise.all(
    Object.entries({ ...sent, ...address }).map(async ([name, fields]) => ({
      name,
      form: { ...(await pressedForm('owner', orderPath(id), name)), ...fields },
    })),
  )
  await run(
    sql`UPDATE orders SET email = 'erased' WHERE id = ${id}`,
    sql`UPDATE esims SET email = 'erased' WHERE order_id = ${id}`,
  )
  const before = await rows('SELECT * FROM outbox')
  const page = await officePage('owner', orderPath(id))
  for (const { name, form } of ready) {
    expect(page).not.toContain(`value="${name}"`)
    expect((await visitAs('owner', orderPath(id), { form })).status).toBe(422)
  }
  expect(await rows('SELECT * FROM outbox')).toEqual(before)
})

it('still emails the gift of an erased buyer to its recipient', async () => {
  const id = await paidOrder()
  await run(
    sql`UPDATE orders SET email = 'erased' WHERE id = ${id}`,
    sql`UPDATE esims SET email = 'erased' WHERE order_id = ${id}`,
    sql`UPDATE order_lines SET recipient = 'kim@example.com' WHERE order_id = ${id}`,
  )
  expect((await act('owner', id, 'resend', {})).status).toBe(303)
  const [mail] = await rows<{ body: string }>(
    `SELECT body FROM outbox WHERE recipient = 'kim@example.com'`,
  )
  expect(mail?.body).toContain('This eSIM is a gift.')
})
