import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { here } from '../../scripts/bench/checkout.ts'
import { startD1Server } from '../../scripts/bench/d1-server.ts'
import { startLoneShop } from '../../scripts/bench/lone-worker.ts'
import { copySampleData } from '../../scripts/test/sample-data.ts'
import { startOutsideWorld, stripeSecrets } from './outside-world.ts'
import { createVisitors, tariffID } from './visitors.ts'
import type { LoadReport, Visitors } from './visitors.ts'

/**
 * Minutes per run, and visits started per second. The default rate is as high as the machine can
 * serve.
 */
const minutes = Number(process.env['LOAD_MINUTES'] ?? 0.05)
const rate = Number(process.env['LOAD_RATE'] || Infinity)
/**
 * Figures of a short run prove nothing: memory grows until V8 collects garbage, and tests run other
 * work at the same time.
 */
const isMeasured = minutes >= 5
const connections = isMeasured ? 32 : 8
/** Maximum number of simultaneous purchases and sign-ins. */
const maxBeside = connections * 2
const codes = 100_000
/** At least two purchases and two sign-ins, even on a slow machine. */
const minVisits = 40

it.each([
  ['works', 0],
  ['fails at every third call', 3],
])(
  'serves visitors without an error or a lost order while the payment provider %s',
  async (name, failEvery) => {
    const { report, memory, lost, counts } = await load(failEvery)
    print(name, report, memory, counts)
    expect(report.errors).toEqual([])
    expect(report.paid.length).toBeGreaterThan(0)
    expect(lost).toEqual([])
    const times = report.times.get('cached page') ?? []
    const limits = isMeasured ? { spread: 3, growth: 1.25 } : { spread: Infinity, growth: Infinity }
    expect(percentile(times, 99) / percentile(times, 50)).toBeLessThan(limits.spread)
    expect(growthOf(memory)).toBeLessThan(limits.growth)
  },
  minutes * 60_000 + 120_000,
)

async function load(failEvery: number) {
  const folder = await mkdtemp(join(tmpdir(), 'esim-storefront-'))
  await copySampleData(folder)
  const world = await startOutsideWorld(failEvery)
  const vars = {
    DEV_TOOLS: '1',
    OUTSIDE: world.origin,
    MAIL_CARRIER: 'webhook',
    MAIL_WEBHOOK_URL: `${world.origin}/mail`,
    MESSAGE_WEBHOOK_TOKEN: 'a token of the test run',
    MAIL_CODES_PER_HOUR: '1000000',
    PAYMENT_PROVIDERS: 'stripe',
    STRIPE_SECRET_KEY: stripeSecrets.secretKey,
    STRIPE_WEBHOOK_SECRET: stripeSecrets.webhookSecret,
  }
  const d1 = await startD1Server(folder)
  const entry = await readFile('test/built/load-entry.js', 'utf8')
  const worker = await startLoneShop(here, d1.origin, vars, entry)
  const rows = async <T>(sql: string): Promise<T[]> => {
    const response = await fetch(`${worker.origin}/.rows`, { method: 'POST', body: sql })
    return (await response.json()) as T[] // the test knows its columns
  }
  try {
    await rows(`WITH RECURSIVE code (number) AS
        (SELECT 1 UNION ALL SELECT number + 1 FROM code WHERE number < ${codes})
      INSERT INTO stock (iccid, plan_id, smdp_address, matching_id)
      SELECT 8910000000000000000 + number, '${tariffID}', 'rsp.example.com', 'LOAD-' || number
      FROM code`)
    const visitors = createVisitors(worker.origin, world)
    const memory = await visitFor(minutes * 60_000, visitors, worker.memory)
    // Alone, an event makes the shop repeat the same calls, so the same call could fail each time.
    world.endFaults()
    await visitors.deliverRest()
    await fetch(`${worker.origin}/.jobs`)
    const delivered = await rows<{ email: string; mails: string }>(
      `SELECT e.email, group_concat(o.id) AS mails FROM esims e
      JOIN outbox o ON o.recipient = e.email AND o.purpose = 'esim' GROUP BY e.email, e.esim_hash`,
    )
    const lost = visitors.report.paid.filter((email) => {
      const mails = delivered.filter((each) => each.email === email).map((each) => each.mails)
      return mails.length !== 1 || !world.mails.byID.has(mails[0] ?? '')
    })
    return { report: visitors.report, memory, lost, counts: world.counts }
  } finally {
    await worker.stop()
    d1.stop()
    await world.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Starts visits until the time is over. Purchases and sign-ins wait for providers and emails, so
 * they run in parallel with the pages. Otherwise a slow provider would leave the worker idle.
 * Returns memory samples.
 */
async function visitFor(
  milliseconds: number,
  { kindOf, visit }: Pick<Visitors, 'kindOf' | 'visit'>,
  memory: () => Promise<number>,
): Promise<number[]> {
  const start = performance.now()
  const samples: number[] = []
  const beside = new Set<Promise<void>>()
  let visits = 0
  const isDue = () => visits < ((performance.now() - start) / 1000) * rate
  const client = async () => {
    while (performance.now() - start < milliseconds || visits < minVisits) {
      if (!isDue()) {
        await new Promise((resolve) => setTimeout(resolve, 1))
        continue
      }
      const number = (visits += 1)
      if (number % 200 === 0) samples.push(await memory())
      if (kindOf(number) === 'browse') await visit(number)
      else await runBeside(beside, visit(number))
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  await Promise.all(beside)
  return samples
}

/** Waits only when too many purchases and sign-ins run in parallel with the pages. */
async function runBeside(beside: Set<Promise<void>>, visit: Promise<void>): Promise<void> {
  const done = visit.finally(() => beside.delete(done))
  beside.add(done)
  if (beside.size >= maxBeside) await Promise.race(beside)
}

/**
 * The maximum memory in the last third of the run, divided by the maximum in the second third. By
 * then, all pages are cached.
 */
function growthOf(samples: readonly number[]): number {
  const third = Math.floor(samples.length / 3)
  if (third === 0) return 1
  return Math.max(...samples.slice(-third)) / Math.max(...samples.slice(third, 2 * third))
}

function tenths(samples: readonly number[]): readonly number[] {
  const every = Math.max(1, Math.floor(samples.length / 10))
  return samples.filter((_, index) => index % every === 0)
}

function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * (percent / 100))] ?? Number.NaN
}

function print(
  name: string,
  { times, paid, errors }: LoadReport,
  memory: readonly number[],
  { calls, failures }: { readonly calls: number; readonly failures: number },
): void {
  const lines = [...times].map(([kind, all]) => {
    const [half, most, last] = [50, 99, 100].map((percent) => percentile(all, percent).toFixed(1))
    return `| ${kind} | ${all.length} | ${half} | ${most} | ${last} |`
  })
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0)
  const summary = [
    `Payment provider ${name}: ${failures} of ${calls} calls failed.`,
    `${paid.length} orders paid, ${errors.length} errors.`,
    `Memory in MB: ${tenths(memory).map(megabytes).join(', ')}.`,
  ].join(' ')
  console.log(
    [summary, '| request | count | p50 ms | p99 ms | max ms |', '| --- | --: | --: | --: | --: |']
      .concat(lines)
      .join('\n'),
  )
}
