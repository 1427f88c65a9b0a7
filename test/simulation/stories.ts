import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { openBank } from './bank.ts'
import { checkEnd, checkMoment, checkTouched, endedMonths } from './invariants.ts'
import { openPostOffice } from './post.ts'
import { decideHeldOrders, unfreezeAll, workInOffice } from './staff.ts'
import { openSupply, supplierIDs } from './supply.ts'
import { setGlobals } from './machine.ts'
import { partnerPhone, planIDs, visitAsPartner, visitShop } from './visitors.ts'
import type { Forms } from './visitors.ts'
import { count, counts, createWorld } from './world.ts'
import type { World } from './world.ts'

/** SIMULATED_ORDERS=200000 for a long run. SEED=7 repeats the story of one shop. */
const wanted = Number(process.env['SIMULATED_ORDERS'] ?? 2000)
const seed = process.env['SEED']
/** A repeated story is checked after each step, so that it ends where the shop breaks. */
const isWatched = seed !== undefined
// Only a repeated story needs long traces, which are slow.
if (!isWatched) Error.stackTraceLimit = 0
/** Errors that the shop logged. */
const log: string[] = []
const write = (line: string) => {
  if (line.includes('"unexpected-error"')) log.push(line)
}
setGlobals({ console: { ...console, error: write, warn: write, info: write } })

const isLong = wanted > 2000
const numberOf = (name: string) => counts.get(name) ?? 0
const everything = [
  'expired|success|refunded|lost|staff succeeded|staff failed|staff cancelled|hand succeeded',
  'hand cancelled|automatic succeeded|automatic failed|provider succeeded|disputed|dispute-won',
  'plan done|plan refused|plan given-up|plan returned|top-up done|esim|receipt|sold-out|delayed',
  'refund|top-up|alert|withdrawal|TEN|FEW|ONCE',
].flatMap((states) => states.split('|'))
const visitsPerShop = 40

/** Prints what has happened in all shops, which nobody has to repeat by hand. */
function report(): void {
  const names = [...counts.keys()].toSorted((one, other) => one.localeCompare(other))
  const lines = names.map((name) => `${numberOf(name)} ${name}`)
  const { user, system } = process.cpuUsage()
  const cost = `${Math.round(process.uptime())} s, ${Math.round((user + system) / 1e6)} s of CPU`
  process.stdout.write(`\n${lines.join('\n')}\n`)
  process.stdout.write(`${numberOf('orders')} orders without a fault in ${cost}\n`)
}

/** Counts what happened in a shop. */
const countsSql = `SELECT 'orders' AS name, count(*) AS number FROM orders
  UNION ALL SELECT status, count(*) FROM orders GROUP BY 1
  UNION ALL SELECT origin || ' ' || state, count(*) FROM refunds GROUP BY 1
  UNION ALL SELECT kind || ' ' || status, count(*) FROM purchases GROUP BY 1
  UNION ALL SELECT purpose, count(*) FROM outbox GROUP BY 1
  UNION ALL SELECT code, count(*) FROM promo_uses GROUP BY 1
  UNION ALL SELECT 'alert ' || kind, count(*) FROM alerts GROUP BY 1
  UNION ALL SELECT kind, count(*) FROM payment_facts GROUP BY 1
  UNION ALL SELECT 'minor units ' || kind || ' ' || provider || ' ' || currency, sum(amount_minor)
    FROM payment_facts GROUP BY 1`

/** Plays the story of a shop. */
async function play(number: number): Promise<void> {
  const world = createWorld(number)
  try {
    await live(world)
    if (isWatched) process.stdout.write(`${world.story.join('\n')}\n`)
    for (const { name, number: more } of world.rows(countsSql)) count(String(name), Number(more))
  } catch (cause) {
    const problem = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
    const story = world.story.join('\n')
    const text = `After ${numberOf('orders')} orders: ${problem}\n${log.splice(0).join('\n')}\nThe story, which SEED=${number} repeats:\n${story}`
    throw new Error(text, { cause })
  } finally {
    world.close()
  }
}

async function live(world: World): Promise<void> {
  const { random } = world
  openShop(world)
  const [bank, supply, post] = [openBank(world), openSupply(world), openPostOffice(world)]
  const forms: Forms = new Map()
  const surroundings = { bank, supply, post, forms }
  for (let visit = 0; visit < visitsPerShop; visit += 1) {
    visitShop({ world, bank, forms })
    if (random.chance(0.4)) workInOffice(world)
    if (random.chance(0.1)) await decideHeldOrders(world, supply)
    if (random.chance(0.08)) visitAsPartner(world, post)
    if (random.chance(0.1)) supply.change()
    if (random.chance(0.03)) world.deploy()
    for (let steps = random.int(5); steps > 0; steps -= 1) {
      await world.step()
      checkTouched(world)
      if (random.chance(0.02) || isWatched) checkMoment(world, surroundings)
    }
    if (random.chance(0.07)) await world.runJobs(random.int(2000))
  }
  while (await world.step(0.05)) checkTouched(world)
  checkMoment(world, surroundings)
  world.tell('From now on nothing fails.')
  world.trouble = 0
  const ended = await endedMonths(world)
  supply.recover()
  await unfreezeAll(world)
  for (const minutes of [10, 1500, 60, ...Array.from({ length: 24 }, () => 31)]) {
    while (await world.step(0));
    if (minutes === 31 && isQuiet(world)) break
    await decideHeldOrders(world, supply)
    await world.runJobs(minutes)
  }
  await checkEnd(world, surroundings, ended)
}

/** Whether nothing waits for a supplier, a provider or a person. */
function isQuiet({ rows }: World): boolean {
  const open = rows(`SELECT 1 FROM purchases
    WHERE status IN ('new', 'sent', 'accepted', 'held') OR status = 'done' AND next_try_at <> ''
    UNION ALL SELECT 1 FROM refunds WHERE state IN ('requested', 'sent')`)
  return open.length === 0
}

/** Three kinds of plans have suppliers. The first supplier describes the plan that has no stock. */
function openShop({ file, random, now }: World): void {
  const at = now().toISOString()
  file.exec(`INSERT INTO operators (ident, title, search_title) VALUES ('op', 'Operator', 'operator');
    INSERT INTO places (place, titles) VALUES ('tr', '{"en":"Türkiye"}');
    INSERT INTO partners (id, phone, code, agreed_at, created_at)
      VALUES ('partner', '${partnerPhone}', 'partner', '2026-01-01', '2026-01-01');
    INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
      VALUES ('bonus', 'partner', 'adjustment', 9000, '2026-01-01');
    INSERT INTO price_rules (supplier, currency, markup_hundredths)
      VALUES ('', 'USD', 5000), ('', 'RUB', 5000);
    INSERT INTO exchange_rates VALUES ('USD', 100, 'RUB', 9000, '2026-01-01');
    INSERT INTO promo_codes (code, percent_hundredths, amounts, total_limit, customer_limit,
        created_at)
      VALUES ('TEN', 1000, NULL, NULL, NULL, '${at}'), ('FEW', 2500, NULL, 1, NULL, '${at}'),
        ('ONCE', NULL, '{"USD":300,"RUB":27000}', NULL, 1, '${at}')`)
  for (const [index, id] of [...planIDs, 'cheaper'].entries()) {
    const prices = JSON.stringify({ USD: 1200 - index * 155, RUB: 110_000 - index * 15_000 })
    const supplier = id === 'bought' ? `'airalo'` : 'NULL'
    file.exec(`INSERT INTO plans (id, supplier, operator_ident, kind, country_codes, market,
        traffic_mb, validity_days, prices)
      VALUES ('${id}', ${supplier}, 'op', 'country', '["tr"]', 'travel', 1024, 30, '${prices}')`)
    for (let code = id === 'bought' ? 0 : random.pick([5, 30, 80]); code > 0; code -= 1)
      file.exec(`INSERT INTO stock (iccid, plan_id, smdp_address, matching_id)
        VALUES ('89${index}0300000000${1000 + code}', '${id}', 'rsp.example.com', '${id}-${code}')`)
    if (id === 'small' || id === 'cheaper') continue
    for (const [place, name] of supplierIDs.entries())
      file.exec(`INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, cost_minor,
          cost_currency, seen_at)
        VALUES ('${id}', '${name}', '${id}', ${id === 'large' ? 1 + place : place - 3},
          ${420 + 10 * place}, 'USD', '2026-01-01')`)
  }
  if (random.chance(0.5))
    for (const id of supplierIDs)
      file.exec(`INSERT INTO suppliers (id, sync_at) VALUES ('${id}', '${at}')`)
}

/** Both cores of a small machine play. A short run is not worth the start of another thread. */
const threads = wanted > 1000 ? 2 : 1

/** Plays every shop of a thread until it has its part of the wanted orders. */
async function playPart(first: number): Promise<void> {
  for (let next = first; numberOf('orders') < wanted / threads; next += threads) {
    await play(next)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(counts)
  }
}

/** Plays shops until they have the wanted number of orders. */
async function playAll(): Promise<void> {
  const parts = Array.from({ length: threads }, (_, index) => index + 1)
  await Promise.all(
    parts.map(async (first) => (threads === 1 ? playPart(first) : playInThread(first))),
  )
  report()
  // The stories reach every state of each kind.
  const missing = everything.filter((each) => !counts.has(each))
  if (wanted >= 2000 && missing.length > 0)
    throw new Error(`No story reached ${missing.join(', ')}`)
}

async function playInThread(first: number): Promise<void> {
  let known: typeof counts = new Map()
  let shops = 0
  const resourceLimits = { maxYoungGenerationSizeMb: 192 }
  const thread = new Worker(new URL(import.meta.url), { workerData: first, resourceLimits })
  thread.on('message', (now: typeof counts) => {
    for (const [name, number] of now) count(name, number - (known.get(name) ?? 0))
    known = now
    shops += 1
    if (isLong && shops % 100 === 0) report()
  })
  await new Promise((resolve, reject) => thread.once('error', reject).once('exit', resolve))
}

try {
  if (seed !== undefined) await play(Number(seed))
  else if (isMainThread) await playAll()
  else await playPart(Number(workerData))
} catch (error) {
  if (!isMainThread) throw error
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`, () =>
    process.exit(1),
  )
}
