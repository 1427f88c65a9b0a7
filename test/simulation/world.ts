import { openEmptyShop } from '../../scripts/test/sqlite-d1.ts'
import { sampleSettings } from '../../scripts/start/sample-settings.ts'
import { createBackend } from '../../src/backend.ts'
import type { Bindings } from '../../src/context.ts'
import type { InputOf, OperationName, OutputOf } from '../../src/operations.ts'
import type { Session } from '../../src/api/common.ts'
import type { OperationResult } from '../../src/api/operation-result.ts'
import { configOf } from '../../src/settings.ts'
import { productionSources } from '../../src/create-context.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import { SupplierError } from '../../src/supply/supplier.ts'
import { dayMs, minuteMs } from '../../src/kit/time.shared.ts'
import { createMachine, createRandom, repeatPlatform, setGlobals } from './machine.ts'
import type { Work } from './machine.ts'

/** High, so that partners can withdraw. */
export const rewardPercent = 40

type Event = Work & { readonly at: number }
type Server = (request: Request) => Promise<Response>

export type World = ReturnType<typeof createWorld>

/** What the shop and its surroundings share. */
export const secrets = {
  stripe: { secretKey: 'sk_test_simulation', webhookSecret: 'whsec_simulation' },
  yookassa: { shopID: '100500', secretKey: 'test_simulation' },
  airalo: { clientID: 'client-of-the-simulation', clientSecret: 'a-secret-of-the-simulation' },
  esimAccess: { accessCode: 'a1b2c3d4e5f60718', secretKey: 'secretOfTheSimulation' },
  esimGo: 'api_key-of-the-simulation',
  carriers: 'a token of the simulation',
  generic: 'a secret of the simulation',
} as const

/** All shops use one file, because SQLite keeps its prepared statements. Each shop is rolled back. */
const file = openEmptyShop()
// Tables for the checks. SQLite would prepare all statements again if each shop created them.
file.exec(`PRAGMA temp_store = MEMORY;
  CREATE TEMP TABLE bought (supplier, key, reference, kind, iccid, code, is_returned);
  CREATE TEMP TABLE booked (provider, kind, id, minor, currency, refund, is_past);
  CREATE TEMP TABLE arrived (id TEXT PRIMARY KEY, recipient, text);
  CREATE TEMP TABLE forms (key TEXT PRIMARY KEY, minor, currency);
  CREATE TEMP TABLE broken (sentence);
  CREATE TEMP TABLE rounds (at);
  CREATE TEMP TABLE touched (id TEXT PRIMARY KEY);
  CREATE TEMP TRIGGER withdrawal AFTER INSERT ON partner_transactions WHEN NEW.type = 'withdrawal'
    AND (SELECT sum(amount_minor) FROM partner_transactions WHERE partner_id = NEW.partner_id) < 0
  BEGIN INSERT INTO broken VALUES ('a partner withdrew more than was earned'); END;
  CREATE TEMP TRIGGER purchase AFTER INSERT ON purchases WHEN EXISTS (SELECT 1 FROM purchases open
    WHERE (open.order_id, open.line_position) = (NEW.order_id, NEW.line_position)
      AND open.key <> NEW.key AND open.status IN ('new', 'sent', 'accepted', 'held'))
  BEGIN INSERT INTO broken VALUES ('a line was ordered at two suppliers at a time'); END;
  CREATE TEMP TRIGGER refund AFTER INSERT ON refunds WHEN NEW.origin = 'automatic'
    AND (SELECT frozen_at FROM orders WHERE id = NEW.order_id) IS NOT NULL
  BEGIN INSERT INTO broken VALUES ('a frozen order was refunded automatically'); END;`)
// Collects the orders that a step touches.
const tables = `orders.id order_lines.order_id payment_facts.order_id refunds.order_id esims.order_id
  credit_notes.order_id partner_transactions.order_id purchases.order_id`
for (const [table, column] of tables.split(/\s+/).map((name) => name.split('.')))
  for (const event of ['INSERT', 'UPDATE'])
    file.exec(`CREATE TEMP TRIGGER ${event}_${table} AFTER ${event} ON ${table}
      WHEN NEW.${column} NOT IN touched BEGIN INSERT INTO touched VALUES (NEW.${column}); END`)

const queries = new Map<string, ReturnType<typeof file.prepare>>()

const callFaults = [
  'is cut off before its effect',
  'is cut off after its effect',
  'is one call too many',
  'ends with an error of the server',
  'is answered late',
] as const

/** How often everything has happened in all shops. */
export const counts = new Map<string, number>()

export function count(name: string, more = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + more)
}

/** A shop with its surroundings, whose events follow from a seed. */
export function createWorld(seed: number) {
  const random = createRandom(seed)
  repeatPlatform(random)
  file.exec('BEGIN')
  const machine = createMachine(file, random)
  setGlobals({ fetch: call, setTimeout: machine.wait })
  const servers = new Map<string, Server>()
  const events: Event[] = []
  const story: string[] = []
  // Each shop opens on another day, so that state of modules is not older than its time.
  let now = Date.UTC(2027, 0, 1) + (seed % 100_000) * dayMs

  function tell(sentence: string): void {
    story.push(`${new Date(now).toISOString().slice(5, 16).replace('T', ' ')}  ${sentence}`)
  }

  const world = {
    seed,
    random,
    machine,
    file,
    story,
    tell,
    /** 1: everything fails as often as it can. 0: nothing fails any more. */
    trouble: random.pick([0, 1, 1, 1]),
    now: () => new Date(now),
    /** Returns rows of the database, which belong to no worker. */
    rows: (sql: string, ...params: string[]): ShopRow[] => {
      const query = queries.get(sql) ?? file.prepare(sql)
      queries.set(sql, query)
      return query.all(...params)
    },
    /** Replaces the rows of a table for the checks. */
    store: (table: string, all: readonly object[]): void => {
      file.exec(`DELETE FROM ${table}`)
      const columns = file.prepare(`SELECT name FROM pragma_table_info('${table}')`).all()
      const values = columns.map(({ name }) => `value ->> '${String(name)}'`).join(', ')
      const insert = `INSERT INTO ${table} SELECT ${values} FROM json_each(?)`
      file.prepare(insert).run(JSON.stringify(all))
    },
    /** Whether something fails here. */
    fails: (probability: number) => world.trouble > 0 && random.chance(probability),
    /** Answers the shop's calls to a host, which can fail before or after they take effect. */
    serve: (host: string, server: Server) => void servers.set(host, server),
    after(minutes: number, work: Work): void {
      events.push({ ...work, at: now + minutes * minuteMs })
      events.sort((one, other) => one.at - other.at)
    },
    /** Lets something happen outside of the shop. */
    later: (minutes: number, name: string, run: () => void) =>
      world.after(random.int(minutes), { name, run: async () => run() }),
    /**
     * Runs the next event, sometimes together with others.
     * @param jobs the probability of a round of jobs at the same time
     */
    async step(jobs = 0.1): Promise<boolean> {
      const [first] = events
      if (!first) return false
      const count = 1 + random.pick([0, 0, 0, 0, 1, 2])
      const works: Work[] = events.splice(0, count)
      now = Math.max(now, first.at)
      if (random.chance(jobs)) works.push(round)
      await run(works)
      return true
    },
    close: () => file.exec('ROLLBACK'),
    async runJobs(minutes: number): Promise<void> {
      now += minutes * minuteMs
      await run([round])
    },
  }

  async function call(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = input instanceof Request && !init ? input : new Request(input, init)
    await machine.turn()
    const { hostname, pathname } = new URL(request.url)
    const server = servers.get(hostname)
    if (!server) throw new Error(`Nobody serves ${hostname}`)
    // The shop reads much more often than it buys and pays.
    const fault = world.fails(request.method === 'GET' ? 0.05 : 0.1)
      ? random.pick(callFaults)
      : null
    if (fault) count(`a call ${fault}`)
    if (fault) tell(`${request.method} ${hostname}${pathname.slice(0, 40)} ${fault}.`)
    if (fault === 'is cut off before its effect') throw new TypeError('Network connection lost.')
    if (fault === 'is one call too many') return Response.json({}, { status: 429 })
    if (fault === 'ends with an error of the server') return Response.json({}, { status: 500 })
    const answer = await server(request)
    if (fault === 'is cut off after its effect') throw new TypeError('Network connection lost.')
    if (fault === 'is answered late') await machine.beLate()
    return answer
  }

  async function run(works: readonly Work[]): Promise<void> {
    await machine.run(works.map((work) => ({ ...work, ...killOf(work) })))
    if (random.chance(0.5)) await answerLate()
    // A worker may wait for the next minute.
    for (; world.trouble === 0 && !machine.isIdle(); now += minuteMs) await answerLate()
    const [error] = machine.errors
    if (error !== undefined) throw error
  }

  async function answerLate(): Promise<void> {
    machine.answerLate()
    await machine.run([])
  }

  function killOf(work: Work): Partial<Work> {
    if (!world.fails(0.06)) return {}
    const kill = { call: 1 + random.int(work === round ? 40 : 14), takesEffect: random.chance(0.5) }
    const when = `${kill.takesEffect ? 'after' : 'before'} its call ${kill.call} to the database`
    const onKill = () => {
      count('a worker is killed')
      tell(`The worker of "${work.name}" is killed ${when}.`)
      work.onKill?.()
    }
    return { kill, onKill }
  }

  const round: Work = {
    name: 'jobs',
    async run() {
      const start = world.now().toISOString()
      await runScheduledJobs(env, world.now(), { clock: world.now }).catch(
        ({ errors }: AggregateError) => {
          // A job of a supplier that does not answer has failed.
          for (const error of errors) if (!(error instanceof SupplierError)) throw error
        },
      )
      file.exec(`INSERT INTO rounds VALUES ('${start}')`)
    },
  }
  const bindings = { DB: machine.db, UPLOADS: { list: async () => ({ objects: [] }) } }
  let env = { ...sampleSettings, ...settings, ...bindings } as unknown as Bindings
  let backend = createBackend({ now: world.now })
  deploy()
  file.exec(`UPDATE state SET value = json_set(value, '$.endedAt', '${world.now().toISOString()}')
    WHERE name = 'last-round'`)

  /** Deploys a version with other settings. Requests that run end with the earlier ones. */
  function deploy(): void {
    const changed = {
      PAYMENT_PROVIDERS: random.pick([
        'yookassa,stripe,generic',
        'stripe,yookassa,generic',
        'generic,stripe,yookassa',
      ]),
      AIRALO_ORDERS: random.pick(['sync', 'async']),
      AUTO_REFUND_HOURS: random.pick(['12', '24']),
      VAT_PERCENT: random.pick(['', '10', '20']),
      RECEIPT_PREFIX: random.pick(['', 'A-', 'B-']),
    }
    count('a version is deployed')
    tell(`A version is deployed with ${JSON.stringify(changed)}.`)
    env = { ...env, ...changed }
    backend = createBackend({ now: world.now })
  }

  /** Sends a webhook until the shop has received it. */
  function send(name: string, delay: number, build: () => Promise<Request>): void {
    const again = () => send(name, 5, build)
    const run = async () => {
      const { context, rest } = createExecution()
      const { status } = await backend.fetch(await build(), env, context)
      await rest()
      if (status === 503) again()
      else if (status !== 200) throw new Error(`The webhook of ${name} got ${status}`)
    }
    world.after(delay, { name: `webhook: ${name}`, onKill: again, run })
  }

  return Object.assign(world, {
    deploy,
    config: () => configOf(env),
    /** The context of an action by staff. */
    officeContext() {
      const [config, sources] = [configOf(env), { db: machine.db, now: world.now }]
      const providers = productionSources.providers(config, sources)
      const suppliers = productionSources.suppliers(config, sources)
      return { db: machine.db, config, now: world.now(), providers, suppliers }
    },
    /** Calls an operation like a page of the shop, and waits for the work after the answer. */
    async ask<Name extends OperationName>(
      name: Name,
      input: InputOf<Name>,
      session: Session | null = null,
    ): Promise<Answer<Name>> {
      const { context, rest } = createExecution()
      const visitor = { locale: 'en', clientAddress: '192.0.2.1', session } as const
      const answer = await backend.call(env, context, name, input, visitor)
      await rest()
      if (!answer.ok && answer.error.code === 'internal-error') throw new Error(`${name} failed`)
      return answer as Answer<Name> // the output of this operation
    },
    send,
  })
}

type Answer<Name extends OperationName> = OperationResult<OutputOf<Name>>

function createExecution() {
  const works: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void works.push(work)
  type Execution = Parameters<ReturnType<typeof createBackend>['call']>[1]
  const context = { waitUntil, passThroughOnException() {} } as unknown as Execution
  return { context, rest: async () => Promise.all(works) }
}

const settings = {
  SITE_ORIGIN: 'https://shop.example',
  MAIL_CARRIER: 'webhook',
  MAIL_WEBHOOK_URL: 'https://mail.example/send',
  SMS_CARRIER: 'webhook',
  SMS_WEBHOOK_URL: 'https://sms.example/send',
  MESSAGE_WEBHOOK_TOKEN: secrets.carriers,
  REWARD_PERCENT: String(rewardPercent),
  DEV_TOOLS: '0',
  PAYMENT_TEST_KEYS: '1',
  STRIPE_SECRET_KEY: secrets.stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: secrets.stripe.webhookSecret,
  YOOKASSA_SHOP_ID: secrets.yookassa.shopID,
  YOOKASSA_SECRET_KEY: secrets.yookassa.secretKey,
  YOOKASSA_VAT_CODE: '1',
  PAYMENT_SECRET: secrets.generic,
  GENERIC_PAYMENT_URL: 'https://pay.example/{reference}/{invoiceID}/{amount}/{currency}',
  SUPPLIERS: 'airalo,esim-access,esim-go',
  AIRALO_CLIENT_ID: secrets.airalo.clientID,
  AIRALO_CLIENT_SECRET: secrets.airalo.clientSecret,
  ESIM_ACCESS_CODE: secrets.esimAccess.accessCode,
  ESIM_ACCESS_SECRET_KEY: secrets.esimAccess.secretKey,
  ESIM_GO_API_KEY: secrets.esimGo,
  CODE_PEPPER: 'a pepper of the simulation',
}

export type ShopRow = { readonly [column: string]: unknown }
