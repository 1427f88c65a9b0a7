import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { letterSchema } from '../../src/messages/letter.ts'
import { addDocumentNumbers } from '../../src/messages/compose-mail.ts'
import type { RefundScope } from '../../src/orders/refund-actions.ts'
import { sendOpenRefunds } from '../../src/orders/refunds.ts'
import {
  amountOf,
  assign,
  linesAt,
  pending,
  record as recordNow,
  refund,
  refusing,
  revert,
  wholeOrder,
} from '../support/refunds.ts'
import { runBeforeBatch } from '../support/run-before-batch.ts'
import {
  advanceClock,
  api,
  openShop,
  pay,
  placeOrder,
  rows,
  run,
  usd,
} from '../support/small-shop.ts'
import {
  jobs,
  nextJobs,
  officeOrder,
  paidLines,
  paidOrder,
  staffContext,
} from '../support/staff.ts'

beforeEach(async () => openShop(12))

type StoredMail = { readonly letter: string; readonly at: string }

/** The emails about refunds as the carrier sends them: subject, numbers of documents, links. */
async function mails() {
  const stored = await rows<StoredMail>(
    `SELECT letter, created_at AS at FROM outbox WHERE purpose = 'refund' ORDER BY created_at`,
  )
  return Promise.all(
    stored.map(async ({ letter, at }) => {
      const written = letterSchema.parse(JSON.parse(letter))
      const { heading, parts } = await addDocumentNumbers(env.DB, written, at)
      return {
        heading: heading.replaceAll('\u00A0', ' '),
        texts: parts.flatMap((part) =>
          part.kind === 'text' ? [part.text.replaceAll('\u00A0', ' ')] : [],
        ),
        numbers: parts.flatMap((part) =>
          part.kind === 'table' ? part.rows.slice(1).map(({ value }) => value) : [],
        ),
        totals: parts.flatMap((part) =>
          part.kind === 'table' && part.total ? [part.total.value.replaceAll('\u00A0', ' ')] : [],
        ),
        links: parts.flatMap((part) => (part.kind === 'link' ? [part.label] : [])),
      }
    }),
  )
}
const headings = async () => (await mails()).map(({ heading }) => heading)

async function inDashboard(invoiceID: string, id: string, minor: number): Promise<void> {
  advanceClock(60)
  for (let time = 0; time < 2; time += 1)
    expect((await pay(invoiceID, { kind: 'refunded', id, amount: usd(minor) })).status).toBe(200)
}

async function failAtBank(invoiceID: string, id: string, minor: number): Promise<void> {
  advanceClock(60)
  for (let time = 0; time < 2; time += 1)
    expect((await pay(invoiceID, { kind: 'refund-failed', id, amount: usd(minor) })).status).toBe(
      200,
    )
}

async function record(invoiceID: string, scope: RefundScope) {
  advanceClock(60)
  expect(await recordNow(invoiceID, scope)).toMatchObject({ ok: true })
}

describe('a partial refund in the dashboard', () => {
  it.each([
    ['en', 'We’ve refunded $3'],
    ['ru', 'Мы вернули вам 3 $'],
  ] as const)('is emailed once in %s, with its credit note', async (lang, heading) => {
    const id = await paidOrder()
    await run(`UPDATE orders SET lang = '${lang}'`)
    await inDashboard(id, 'one', 300)
    await jobs()
    expect(await mails()).toMatchObject([{ heading, numbers: ['1', 'C-1'] }])
    await inDashboard(id, 'two', 200)
    expect(await mails()).toMatchObject([{}, { numbers: ['1', 'C-2'] }])
  })

  it('is emailed when the charge arrives after it', async () => {
    const id = await placeOrder()
    await inDashboard(id, 'early', 300)
    expect(await headings()).toEqual([])
    advanceClock(60)
    await pay(id)
    expect(await headings()).toEqual(['We’ve refunded $3'])
  })

  it('of a payment is not emailed again when the customer pays a second time', async () => {
    const id = await placeOrder()
    await inDashboard(id, 'early', 1250)
    for (let charges = 0; charges < 2; charges += 1) {
      advanceClock(60)
      await pay(id)
    }
    expect(await officeOrder(id)).toMatchObject({ status: 'success' })
    expect(await headings()).toEqual(['Your payment has been refunded'])
  })

  it('is not emailed again when the rest of the order is refunded', async () => {
    const id = await paidOrder()
    await inDashboard(id, 'part', 300)
    await inDashboard(id, 'rest', 950)
    expect(await headings()).toEqual(['We’ve refunded $3', 'Your payment has been refunded'])
  })

  it('is not emailed again when its facts are looked up after its email was deleted', async () => {
    const id = await paidOrder()
    await inDashboard(id, 'old', 300)
    await run(`DELETE FROM outbox WHERE purpose = 'refund'`)
    await inDashboard(id, 'old', 300)
    expect(await headings()).toEqual([])
  })

  it('is emailed with its lines when staff say that it made a failed refund', async () => {
    const id = await paidLines(2)
    await refund(id, linesAt(2), refusing())
    await inDashboard(id, 'by hand', 1250)
    expect(await headings()).toEqual([])
    await assign(id, 'failed')
    await jobs()
    expect(await mails()).toMatchObject([
      { heading: 'Your payment has been refunded', numbers: ['1', 'C-1'] },
    ])
  })

  it('is emailed when staff say that it did not make the failed refund', async () => {
    const id = await paidLines(2)
    await refund(id, linesAt(2), refusing())
    await inDashboard(id, 'goodwill', 100)
    await record(id, amountOf(200))
    expect(await headings()).toEqual(['We’ve refunded $2'])
    await assign(id, { kind: 'none' })
    await inDashboard(id, 'goodwill', 100)
    const sent = await mails()
    expect(sent.toSorted((a, b) => a.heading.localeCompare(b.heading))).toMatchObject([
      { heading: 'We’ve refunded $1', numbers: ['1', 'C-1'] },
      { heading: 'We’ve refunded $2', numbers: ['1', 'C-2'] },
    ])
  })

  it('names its lines in a second email when it had been emailed before staff said so', async () => {
    const id = await paidLines(2)
    await inDashboard(id, 'line', 1250)
    await assign(id, linesAt(2))
    expect(await headings()).toEqual([
      'We’ve refunded $12.50',
      'A part of your order was cancelled',
    ])
  })

  it('is emailed when the provider refuses the shop’s own refund of the same amount', async () => {
    const id = await paidOrder()
    advanceClock(60)
    await refund(id, amountOf(300), pending())
    await inDashboard(id, 'by hand', 300)
    advanceClock(60)
    await jobs(refusing())
    expect(await mails()).toMatchObject([{ heading: 'We’ve refunded $3', numbers: ['1', 'C-1'] }])
    await inDashboard(id, 'by hand', 300)
    expect(await headings()).toHaveLength(1)
  })

  it('is not emailed when the shop’s own refund of the same amount was accepted', async () => {
    const id = await paidOrder()
    advanceClock(60)
    await refund(id, amountOf(300), pending())
    await nextJobs()
    expect(await headings()).toEqual(['We’ve refunded $3'])
  })

  it.each(['accepts', 'refuses'])(
    'is emailed whenever it arrives while the provider %s the shop’s own refund',
    async (decision) => {
      const isAccepted = decision === 'accepts'
      let batches = 0
      for (let moment = 1; batches >= moment - 1; moment += 1) {
        const id = await paidOrder()
        advanceClock(60)
        await refund(id, amountOf(300), pending())
        advanceClock(60)
        batches = 0
        const db = runBeforeBatch(env.DB, async () => {
          batches += 1
          if (batches === moment) await inDashboard(id, `by hand ${moment}`, 300)
        })
        await sendOpenRefunds({ ...staffContext(), db, ...(isAccepted ? {} : refusing()) })
        if (!isAccepted && (await officeOrder(id)).unassignedRefunds.length === 1)
          await assign(id, { kind: 'none' })
        const arrived = batches >= moment ? 1 : 0
        expect(await headings(), `before batch ${moment}`).toEqual(
          Array(arrived + (isAccepted ? 1 : 0)).fill('We’ve refunded $3'),
        )
        await run(`DELETE FROM outbox`)
      }
    },
  )

  it('is not emailed again for a refund by the shop, which has its own email', async () => {
    const id = await paidLines(2)
    for (const scope of [amountOf(300), linesAt(2)] as const) {
      advanceClock(60)
      await refund(id, scope)
    }
    const [own] = await rows<{ id: string }>(
      `SELECT id FROM payment_facts WHERE kind = 'refunded' AND amount_minor = 300`,
    )
    await inDashboard(id, own?.id ?? '', 300)
    expect(await headings()).toEqual(['We’ve refunded $3', 'Your payment has been refunded'])
  })
})

describe('a second charge that is returned', () => {
  async function payTwice(): Promise<string> {
    const id = await paidOrder()
    advanceClock(60)
    await api().invoicePayment({ invoiceID: id })
    await pay(id)
    return id
  }

  it('has an email that names no credit note, which the order does not have', async () => {
    const byStaff = await payTwice()
    await refund(byStaff, amountOf(1250))
    await inDashboard(await payTwice(), 'second charge', 1250)
    const [first, second, ...others] = await mails()
    expect(others).toEqual([])
    for (const [index, mail] of [first, second].entries())
      expect(mail).toEqual({
        heading: 'We’ve refunded $12.50',
        texts: [
          'You paid more than the price of your order. We’ve returned $12.50, and your order isn’t affected. Your bank may need a few days to show it.',
        ],
        numbers: [String(index + 1)],
        totals: [],
        links: ['Printable receipt'],
      })
  })

  it('has an email without a link to documents if the order has none', async () => {
    const id = await placeOrder()
    await pay(id, { amount: usd(500) })
    await inDashboard(id, 'too little', 500)
    expect(await mails()).toMatchObject([{ numbers: [], totals: ['$5'], links: [] }])
  })

  it('is in the sum that the email about the whole order names', async () => {
    const id = await payTwice()
    await inDashboard(id, 'both', 2500)
    expect(await mails()).toMatchObject([{ numbers: ['1', 'C-1'], totals: ['$25'] }])
  })

  it('has an email with both documents if a part of the price was refunded', async () => {
    const id = await paidOrder()
    await inDashboard(id, 'part', 300)
    expect(await mails()).toMatchObject([{ links: ['Printable receipt and credit note'] }])
  })
})

describe('a refund that failed at the bank', () => {
  it('is emailed once, with the document that cancels its credit note', async () => {
    const id = await paidOrder()
    await inDashboard(id, 'refund', 300)
    await failAtBank(id, 'refund', 300)
    await jobs()
    expect(await mails()).toMatchObject([
      { heading: 'We’ve refunded $3', numbers: ['1'] },
      { heading: 'Our refund of $3 didn’t reach you', numbers: ['1', 'C-2'] },
    ])
  })

  it('of a whole order is emailed, and so is the next refund', async () => {
    const id = await paidOrder()
    await inDashboard(id, 'first', 1250)
    await failAtBank(id, 'first', 1250)
    await inDashboard(id, 'second', 1250)
    expect(await headings()).toEqual([
      'Your payment has been refunded',
      'Our refund of $12.50 didn’t reach you',
      'Your payment has been refunded',
    ])
    expect((await mails()).at(-1)?.numbers).toEqual(['1', 'C-3'])
  })

  it('is emailed if the shop made it, whose lines are the customer’s again', async () => {
    const id = await paidOrder()
    await refund(id, wholeOrder)
    const [own] = await rows<{ id: string }>(`SELECT id FROM payment_facts WHERE kind = 'refunded'`)
    await failAtBank(id, own?.id ?? '', 1250)
    expect(await mails()).toMatchObject([
      { heading: 'Your payment has been refunded' },
      { heading: 'Our refund of $12.50 didn’t reach you', numbers: ['1', 'C-2'] },
    ])
    expect(await rows('SELECT is_returned FROM line_states')).toEqual([{ is_returned: 0 }])
  })

  it('is not emailed if another refund has returned the money', async () => {
    const id = await paidOrder()
    await inDashboard(id, 'first', 1250)
    await inDashboard(id, 'second', 1250)
    await failAtBank(id, 'first', 1250)
    expect(await headings()).toEqual(['Your payment has been refunded'])
  })
})

it('emails a customer whose bank decides a lost dispute in favour of the shop', async () => {
  const id = await paidOrder()
  for (const kind of ['disputed', 'dispute-lost', 'dispute-won', 'dispute-won'] as const) {
    advanceClock(60)
    await pay(id, { kind, id: 'dispute' })
  }
  expect(await mails()).toMatchObject([
    { heading: 'Your bank has returned your money' },
    { heading: 'The bank has taken back $12.50', numbers: ['1', 'C-2'] },
  ])
  await inDashboard(id, 'after all', 1250)
  expect((await headings()).at(-1)).toBe('Your payment has been refunded')
})

it('emails once that a bank returned a part after a lost dispute, then about the rest', async () => {
  const id = await paidOrder()
  for (const _ of [1, 2]) {
    advanceClock(60)
    await pay(id, { kind: 'dispute-lost', id: 'dispute', amount: usd(400) })
  }
  const texts = ['Your bank decided a dispute in your favour and has returned $4 to you.']
  const part = { heading: 'Your bank has returned $4', texts, numbers: ['1', 'C-1'] }
  expect(await mails()).toMatchObject([part])
  await refund(id, wholeOrder)
  await nextJobs()
  expect(await headings()).toEqual([part.heading, 'Your payment has been refunded'])
})

it('emails once that a refund is on its way when it takes more than an hour', async () => {
  const id = await paidOrder()
  await refund(id, amountOf(300), pending())
  await nextJobs(pending())
  expect(await headings()).toEqual([])
  advanceClock(3600)
  for (const _ of [1, 2]) await nextJobs(pending())
  expect(await headings()).toEqual(['Your refund of $3 is on its way'])
  await nextJobs()
  expect((await headings()).slice(1)).toEqual(['We’ve refunded $3'])
})

describe('a recorded refund', () => {
  it.each([
    ['en', 'The refund of $12.50 was cancelled', 'These plans are yours again: '],
    ['ru', 'Возврат 12,50 $ отменён', 'Эти тарифы снова ваши: '],
  ] as const)('that staff revert is emailed in %s', async (lang, heading, plans) => {
    const id = await paidLines(2)
    await run(`UPDATE orders SET lang = '${lang}'`)
    await record(id, linesAt(2))
    await revert(id)
    await jobs()
    const [, mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ heading, numbers: ['1', 'C-2'] })
    expect(mail?.texts.at(-1)).toContain(plans)
  })

  it('is not emailed again when the provider reports the same money', async () => {
    const id = await paidOrder()
    await record(id, amountOf(500))
    await inDashboard(id, 'the same', 500)
    await assign(id, 'by hand')
    expect(await headings()).toEqual(['We’ve refunded $5'])
  })

  it('of the whole order is not emailed again when the provider reports the same money', async () => {
    const id = await paidOrder()
    const refunded = 'Your payment has been refunded'
    await record(id, wholeOrder)
    await inDashboard(id, 'the same', 1250)
    await assign(id, 'by hand')
    await inDashboard(id, 'the same', 1250)
    expect(await headings()).toEqual([refunded])
    await failAtBank(id, 'the same', 1250)
    await inDashboard(id, 'another', 1250)
    expect(await headings()).toEqual([refunded, 'Our refund of $12.50 didn’t reach you', refunded])
  })

  it('is emailed separately when staff say that the provider’s is another refund', async () => {
    const id = await paidOrder()
    await record(id, amountOf(500))
    await inDashboard(id, 'another', 500)
    expect(await headings()).toEqual(['We’ve refunded $5'])
    await assign(id, { kind: 'none' })
    expect(await mails()).toMatchObject([
      { heading: 'We’ve refunded $5', numbers: ['1', 'C-1'] },
      { heading: 'We’ve refunded $5', numbers: ['1', 'C-2'] },
    ])
    await revert(id)
    expect((await headings()).at(-1)).toBe('The refund of $5 was cancelled')
  })
})
