import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { readContentVersion } from '../../src/plans/content-version.ts'
import { scansOf } from '../../scripts/bench/table-scans.ts'
import {
  approveReview,
  refuseReview,
  reviewsForOffice,
} from '../../src/reviews/reviews-for-office.ts'
import { deleteOldRows } from '../../src/office/delete-old-rows.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import { retention } from '../../src/kit/retention.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { recordQueries } from '../support/record-queries.ts'
import {
  advanceClock,
  api,
  ask,
  clock,
  esimHash,
  pay,
  placeOrder,
  rows,
  words,
  openShop,
  run,
  mailsAbout,
} from '../support/small-shop.ts'
import { auditRows, member, staffContext } from '../support/staff.ts'

let hash: string
let invoiceID: string

beforeEach(async () => {
  await openShop(2)
  ;({ hash, invoiceID } = await buy())
})

async function buy() {
  const id = await placeOrder()
  await pay(id)
  return { hash: await esimHash(`order_id = '${id}'`), invoiceID: id }
}

/** Reports usage as the test network does. */
async function use(percent: 10 | 85 | 100, esim = hash): Promise<void> {
  advanceClock(1)
  const url = `http://localhost:8787/dev/usage/${esim}`
  const headers = { Origin: 'http://localhost:8787' }
  const body = new URLSearchParams({ percent: String(percent) })
  expect((await ask(new Request(url, { method: 'POST', headers, body }))).status).toBe(303)
}

const jobs = async () => runScheduledJobs(env, clock.now, { suppliers: () => [] })
const mails = async () => mailsAbout('review')
const send = async (rating = 5, text = 'Fast.', esim = hash) =>
  api().esimReviewSend({ hash: esim, rating, text, author: '' })

async function decide(action: typeof approveReview | typeof refuseReview, version = 0) {
  const [review] = await rows<{ id: string }>(
    `SELECT id FROM reviews WHERE order_id = '${invoiceID}'`,
  )
  const input = { reviewID: review?.id ?? '', version, idempotencyKey: secretID() }
  return action(staffContext(), member('support'), { ...input, reason: 'An advertisement' })
}

describe('the email that requests a review', () => {
  beforeEach(async () => {
    await api().esimUsageMails({ hash, isOn: true })
  })

  it('is sent once, when the days are over, with a link for each rating', async () => {
    await use(10)
    clock.now = new Date('2026-12-21T09:59:00Z')
    await jobs()
    expect(await mails()).toEqual([])
    advanceClock(120)
    await jobs()
    await jobs()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      recipient: 'anna@example.com',
      subject: words('review.heading', { place: 'Türkiye' }),
    })
    for (const rating of [1, 2, 3, 4, 5])
      expect(mail?.body).toContain(`/esim-review?hash=${hash}&rating=${rating}`)
  })

  it('is sent a day after the data is used up, unless data was added', async () => {
    await use(100)
    advanceClock(86_399)
    await jobs()
    expect(await mails()).toEqual([])
    await run('UPDATE esims SET data_limit_mb = 20480')
    await use(10)
    advanceClock(60)
    await jobs()
    expect(await mails()).toEqual([])
    await use(100)
    advanceClock(86_400)
    await jobs()
    expect(await mails()).toHaveLength(1)
  })

  it.each([
    ['who never agreed', 'UPDATE esims SET has_review_mail = 0'],
    ['who agreed before the consent named this email', 'UPDATE esims SET has_review_mail = 0'],
    ['who never connected', 'UPDATE esims SET first_used_at = NULL'],
    ['whose order was refunded', `UPDATE orders SET status = 'refunded'`],
    ['whose order is being checked', `UPDATE orders SET frozen_at = '2026-11-22'`],
  ])('is not sent to a customer %s', async (_, change) => {
    await use(10)
    await env.DB.exec(change)
    clock.now = new Date('2026-12-22T10:00:00Z')
    await jobs()
    expect(await mails()).toEqual([])
  })

  it('is not sent to a customer who stopped the emails, or has already written a review', async () => {
    const other = await buy()
    await api().esimUsageMails({ hash: other.hash, isOn: true })
    await use(100)
    await use(100, other.hash)
    await api().esimUsageMails({ hash, isOn: false })
    expect((await send(5, '', other.hash)).ok).toBe(true)
    advanceClock(90_000)
    await jobs()
    expect(await mails()).toEqual([])
  })

  it('waits while the order is being checked', async () => {
    await use(100)
    await run(`UPDATE orders SET frozen_at = '2026-11-22'`)
    advanceClock(90_000)
    await jobs()
    expect(await mails()).toEqual([])
    await run('UPDATE orders SET frozen_at = NULL')
    await jobs()
    expect(await mails()).toHaveLength(1)
  })

  it('is sent to the recipient of a gift', async () => {
    await run(`UPDATE order_lines SET recipient = 'ivan@example.com'`)
    await use(100)
    advanceClock(90_000)
    await jobs()
    expect(await mails()).toMatchObject([{ recipient: 'ivan@example.com' }])
  })
})

describe('a review', () => {
  it('waits for a plan that was used and is over', async () => {
    expect(await send()).toMatchObject({ error: { code: 'plan-not-over' } })
    await use(85)
    expect(await send()).toMatchObject({ error: { code: 'plan-not-over' } })
    await use(100)
    expect((await send()).ok).toBe(true)
  })

  it('cannot be written about an eSIM that expired unused', async () => {
    clock.now = new Date('2027-06-01T10:00:00Z')
    expect(await send()).toMatchObject({ error: { code: 'plan-not-over' } })
  })

  it('cannot be written about an eSIM that was refunded', async () => {
    await use(100)
    await run(`UPDATE orders SET status = 'refunded'`)
    expect(await send()).toMatchObject({ error: { code: 'refunded' } })
  })

  it('is stored once by parallel requests', async () => {
    await use(100)
    const answers = await Promise.all([send(5), send(1), send(3)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await rows('SELECT 1 FROM reviews')).toHaveLength(1)
  })

  it('is public only after its approval, with its plan, and counts for its country and plan', async () => {
    await use(100)
    await send(4, 'Fast.')
    const lists = async () =>
      Promise.all([{}, { country: 'tr' }, { tariffID: 'tr-10' }].map(async (q) => api().reviews(q)))
    for (const list of await lists())
      expect(list).toMatchObject({ value: { data: [], total: 0, rating: null } })
    expect((await decide(approveReview)).ok).toBe(true)
    for (const list of await lists())
      expect(list).toMatchObject({
        value: {
          data: [{ rating: 4, text: 'Fast.', author: '', tariff: { tariffID: 'tr-10' } }],
          total: 1,
          rating: { count: 1, average: 4 },
        },
      })
    expect(await api().reviews({ tariffID: 'tr-sold-out' })).toMatchObject({
      value: { data: [{ text: 'Fast.' }], total: 1, rating: null },
    })
    expect(await api().reviews({ country: 'cu' })).toMatchObject({
      value: { data: [], total: 0, rating: null },
    })
    expect(await api('ru').reviews({})).toMatchObject({
      value: { data: [], total: 0, rating: { count: 1 } },
    })
    expect((await decide(refuseReview, 1)).ok).toBe(true)
    for (const list of await lists())
      expect(list).toMatchObject({ value: { data: [], rating: null } })
  })

  it('is marked as about a gift when the recipient wrote it', async () => {
    await run(`UPDATE order_lines SET recipient = 'ivan@example.com'`)
    await use(100)
    await send()
    await decide(approveReview)
    expect(await api().reviews({})).toMatchObject({ value: { data: [{ isGift: true }] } })
  })

  it('invalidates cached pages when it becomes public and when it is refused', async () => {
    const version = async () => Number(await readContentVersion(env.DB))
    await use(100)
    await send()
    const before = await version()
    await decide(approveReview)
    expect(await version()).toBe(before + 1)
    await decide(refuseReview, 1)
    expect(await version()).toBe(before + 2)
    expect(await api().reviews({})).toMatchObject({ value: { rating: null } })
  })
})

describe('staff', () => {
  beforeEach(async () => {
    await use(100)
    await send(2, 'Buy at shop.example instead')
  })
  const listWaiting = async () => {
    const context = { ...staffContext(), locale: 'en', words } as const
    return (await reviewsForOffice(context, 'new', '')).reviews
  }

  it('see new reviews, and write an audit row with each decision', async () => {
    const [id] = (await listWaiting()).map((review) => review.id)
    expect(await listWaiting()).toMatchObject([{ invoiceID, rating: 2, version: 0, status: 'new' }])
    await decide(refuseReview)
    expect(await listWaiting()).toEqual([])
    expect(await auditRows(id ?? '')).toEqual([
      {
        action: 'refuse-review',
        role: 'support',
        details: '{"rating":2,"reason":"An advertisement"}',
      },
    ])
  })

  it('cannot repeat a decision, or decide about a version they did not see', async () => {
    await decide(refuseReview)
    expect(await decide(refuseReview, 1)).toMatchObject({ error: { reason: 'same-decision' } })
    expect(await decide(approveReview, 0)).toMatchObject({ error: { code: 'conflict' } })
    const input = { reviewID: 'none', version: 0, idempotencyKey: secretID() }
    expect(await approveReview(staffContext(), member(), input)).toMatchObject({
      error: { code: 'not-found' },
    })
    expect(
      await approveReview(staffContext(), member('money'), { ...input, reviewID: 'any' }),
    ).toMatchObject({ error: { code: 'forbidden' } })
  })

  const leftAfter = async (ms: number) => {
    await deleteOldRows({
      db: env.DB,
      now: new Date(clock.now.getTime() + ms),
      config: { SESSION_IDLE_DAYS: 60 },
    })
    return (await rows('SELECT 1 FROM reviews')).length
  }

  it('no longer see a refused review after its retention period', async () => {
    await decide(refuseReview)
    expect(await leftAfter(retention.refusedReviews)).toBe(1)
    expect(await leftAfter(retention.refusedReviews + 1)).toBe(0)
  })

  it('no longer see an undecided review after its retention period', async () => {
    expect(await leftAfter(retention.undecidedReviews)).toBe(1)
    expect(await leftAfter(retention.undecidedReviews + 1)).toBe(0)
  })

  it('still see an approved review after that period', async () => {
    await decide(approveReview)
    expect(await leftAfter(retention.undecidedReviews + 1)).toBe(1)
  })
})

it('uses indexes for lists, decisions and emails', async () => {
  const plans = await recordQueries(async () => {
    await api().esimUsageMails({ hash, isOn: true })
    await use(100)
    await api().esimReview({ hash })
    await send()
    await decide(approveReview)
    for (const status of ['new', 'approved', 'refused'] as const)
      await reviewsForOffice({ ...staffContext(), locale: 'en', words }, status, '')
    await Promise.all([{}, { country: 'tr' }, { tariffID: 'tr-10' }].map((q) => api().reviews(q)))
    advanceClock(90_000)
    await jobs()
  })
  expect(plans.flatMap((plan) => scansOf(plan))).toEqual([])
})
