import { openEmptyShop } from '../../scripts/test/sqlite-d1.ts'
import { sampleSettings } from '../../scripts/start/sample-settings.ts'
import { createBackend } from '../../src/backend.ts'
import type { Bindings } from '../../src/context.ts'
import type { InputOf, OperationName, OutputOf } from '../../src/operations.ts'
import type { OperationResult } from '../../src/api/operation-result.ts'
import { configOf } from '../../src/settings.ts'
import type { ContextSources } from '../../src/create-context.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import { dayMs, minuteMs } from '../../src/kit/time.shared.ts'
import { createMachine, createRandom, repeatPlatform } from './machine.ts'
import type { Work } from './machine.ts'

type Event = Work & { readonly at: number }

export type World = ReturnType<typeof createWorld>
export const paymentSecret = 'a secret of the simulation'
export const mailToken = 'a token of the simulation'

/** All shops use one file, because SQLite keeps its prepared statements. Each shop is rolled back. */
const file = openEmptyShop()
// Tables for the checks. SQLite would prepare all statements again if each shop created them.
file.exec(`CREATE TEMP TABLE bought (key, kind, iccid);
  CREATE TEMP TABLE cancelled (iccid TEXT PRIMARY KEY);
  CREATE TEMP TABLE booked (provider, kind, id, minor, currency, refund);
  CREATE TEMP TABLE arrived (id TEXT PRIMARY KEY, recipient, text);
  CREATE TEMP TABLE forms (key TEXT PRIMARY KEY);`)

const queries = new Map<string, ReturnType<typeof file.prepare>>()

/** A shop with its surroundings, whose events follow from a seed. */
export function createWorld(seed: number) {
  const random = createRandom(seed)
  repeatPlatform(random)
  file.exec('BEGIN')
  const machine = createMachine(file, random)
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
    rows: (sql: string): ShopRow[] => {
      const query = queries.get(sql) ?? file.prepare(sql)
      queries.set(sql, query)
      return query.all()
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
    after(minutes: number, work: Work): void {
      events.push({ ...work, at: now + minutes * minuteMs })
      events.sort((one, other) => one.at - other.at)
    },
    /** Runs the next event, sometimes together with others and with a round of jobs. */
    async step(): Promise<boolean> {
      const [first] = events
      if (!first) return false
      const count = 1 + random.pick([0, 0, 0, 0, 1, 2])
      const works: Work[] = events.splice(0, count)
      now = Math.max(now, first.at)
      if (random.chance(0.2)) works.push(round)
      await run(works)
      return true
    },
    close: () => file.exec('ROLLBACK'),
    async runJobs(minutes: number): Promise<void> {
      now += minutes * minuteMs
      await run([round])
    },
  }

  async function run(works: readonly Work[]): Promise<void> {
    await machine.run(works.map((work) => ({ ...work, ...killOf(work) })))
    if (random.chance(0.5)) {
      machine.answerLate()
      await machine.run([])
    }
    const [error] = machine.errors
    if (error !== undefined) throw error
  }

  function killOf(work: Work): Partial<Work> {
    if (!world.fails(0.06)) return {}
    const kill = { call: 1 + random.int(work === round ? 40 : 14), takesEffect: random.chance(0.5) }
    const when = `${kill.takesEffect ? 'after' : 'before'} its call ${kill.call} to the database`
    const onKill = () => {
      tell(`The worker of "${work.name}" is killed ${when}.`)
      work.onKill?.()
    }
    return { kill, onKill }
  }

  const round: Work = { name: 'jobs', run: async () => runScheduledJobs(env, world.now(), sources) }
  const bindings = { DB: machine.db, UPLOADS: { list: async () => ({ objects: [] }) } }
  const env = { ...sampleSettings, ...settings, ...bindings } as unknown as Bindings
  const sources: { -readonly [Name in keyof ContextSources]: ContextSources[Name] } = {
    now: world.now,
    providers: () => [],
    suppliers: () => [],
  }
  const backend = createBackend({
    now: world.now,
    providers: (...settled) => sources.providers(...settled),
    suppliers: (...settled) => sources.suppliers(...settled),
  })
  file.exec(`UPDATE state SET value = json_set(value, '$.endedAt', '${world.now().toISOString()}')
    WHERE name = 'last-round'`)
  return Object.assign(world, {
    env,
    sources,
    /** The context of an action by staff. */
    officeContext() {
      const [config, clock] = [configOf(env), { db: machine.db, now: world.now }]
      const providers = sources.providers(config, clock)
      return { db: machine.db, config, now: world.now(), providers, suppliers: [] }
    },
    /** Calls an operation like a page of the shop, and waits for the work after the answer. */
    async ask<Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<Answer<Name>> {
      const { context, rest } = createExecution()
      const answer = await backend.call(env, context, name, input, visitor)
      await rest()
      if (!answer.ok && answer.error.code === 'internal-error') throw new Error(`${name} failed`)
      return answer as Answer<Name> // the output of this operation
    },
    /** Sends a webhook. */
    async post(request: Request): Promise<Response> {
      const { context, rest } = createExecution()
      const response = await backend.fetch(request, env, context)
      await rest()
      return response
    },
  })
}

type Answer<Name extends OperationName> = OperationResult<OutputOf<Name>>
const visitor = { locale: 'en', clientAddress: '192.0.2.1', session: null } as const

function createExecution() {
  const works: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void works.push(work)
  type Execution = Parameters<ReturnType<typeof createBackend>['call']>[1]
  const context = { waitUntil, passThroughOnException() {} } as unknown as Execution
  return { context, rest: async () => Promise.all(works) }
}

const settings = {
  MAIL_CARRIER: 'webhook',
  MAIL_WEBHOOK_URL: 'https://mail.example/send',
  MESSAGE_WEBHOOK_TOKEN: mailToken,
  VAT_PERCENT: '20',
  DEV_TOOLS: '1',
  PAYMENT_SECRET: paymentSecret,
  CODE_PEPPER: 'a pepper of the simulation',
}

export type ShopRow = { readonly [column: string]: unknown }
