import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { getPlatformProxy, unstable_readConfig } from 'wrangler'
import { withFolderLock } from './folder-lock.ts'
import { appliedMigrations, applyNewMigrations, migrationsFolder } from './migrations.ts'
import type { Target } from './target.ts'
import { wrangler } from './wrangler.ts'

/** The stores of a shop, through the bindings that its worker has. */
export type OpenShop = {
  readonly db: D1Database
  /** Files that customers sent. */
  readonly uploads: R2Bucket
  readonly close: () => Promise<void>
}

/** Opens a shop while `work` runs. */
export async function withShop<T>(
  target: Target,
  work: (shop: OpenShop) => Promise<T>,
  open: (target: Target) => Promise<OpenShop> = openShop,
): Promise<T> {
  const shop = await open(target)
  try {
    return await work(shop)
  } finally {
    await shop.close()
  }
}

/**
 * Opens a shop. Applies the migrations that a local database lacks. Throws when a local folder has
 * no shop, which only `createShop` creates.
 */
export async function openShop(target: Target): Promise<OpenShop> {
  if (!target.isRemote) {
    requireShop(target.persistTo)
    await migrate(target)
  }
  const shop = await openStores(target)
  if (!target.isRemote || (await appliedMigrations(shop.db)).length > 0) return shop
  await shop.close()
  throw new Error('The production database has no tables yet. Create them: npm run deploy')
}

/** Like `openShop`. Creates a local shop without data if the folder has none. */
export async function createShop(target: Target): Promise<OpenShop> {
  if (!target.isRemote) await migrate(target)
  return openShop(target)
}

/** Whether the data folder has a database. */
export function hasShop(persistTo: string): boolean {
  return existsSync(join(persistTo, 'v3/d1'))
}

/** Without this check, a mistyped folder would be an empty shop that has no orders and no people. */
export function requireShop(persistTo: string): void {
  if (hasShop(persistTo)) return
  throw new Error(
    `There is no shop in ${persistTo}. Name its data folder with --persist-to, or start one there: npm start -- --persist-to ${persistTo}`,
  )
}

/**
 * Applies the migrations that a database lacks. A local database may use another folder of
 * migrations.
 */
export async function migrate(target: Target, folder = migrationsFolder): Promise<void> {
  if (target.isRemote) await wrangler(['d1', 'migrations', 'apply', 'DB', '--remote'])
  else await withFolderLock(target.persistTo, async () => migrateLocally(target.persistTo, folder))
}

/** Like `migrate`, for a command that has locked the data folder. */
export async function migrateLocally(persistTo: string, folder = migrationsFolder): Promise<void> {
  const target = { isRemote: false, persistTo } as const
  await withShop(target, async ({ db }) => applyNewMigrations(db, persistTo, folder), openStores)
}

type Bindings = { readonly DB: D1Database; readonly UPLOADS: R2Bucket }

/** Opens the stores of a shop, which may lack its tables. */
export async function openStores(target: Target): Promise<OpenShop> {
  return target.isRemote ? openRemote() : openLocal(target.persistTo)
}

async function openLocal(persistTo: string): Promise<OpenShop> {
  const { env, dispose } = await getPlatformProxy<Bindings>({
    configPath: 'wrangler.toml',
    persist: { path: join(persistTo, 'v3') },
    remoteBindings: false,
  })
  return { db: waitForClosedConnections(env.DB), uploads: env.UPLOADS, close: dispose }
}

/** wrangler connects the bindings of a configuration that are `remote` with Cloudflare. */
async function openRemote(): Promise<OpenShop> {
  const { name, account_id, compatibility_date, d1_databases, r2_buckets } = unstable_readConfig({
    config: 'wrangler.toml',
  })
  const folder = await mkdtemp(join(tmpdir(), 'esim-storefront-'))
  const configPath = join(folder, 'wrangler.json')
  const stores = { d1_databases: d1_databases.map(remote), r2_buckets: r2_buckets.map(remote) }
  await writeFile(configPath, JSON.stringify({ name, account_id, compatibility_date, ...stores }))
  // Otherwise wrangler writes to the output of the command.
  process.env['WRANGLER_LOG'] ??= 'warn'
  try {
    const { env, dispose } = await getPlatformProxy<Bindings>({ configPath, persist: false })
    return { db: waitForClosedConnections(env.DB), uploads: env.UPLOADS, close: dispose }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function remote<Binding extends object>(binding: Binding): Binding & { readonly remote: true } {
  return { ...binding, remote: true }
}

/**
 * workerd closes a connection that is idle for ten seconds. A command that computes for longer does
 * not notice this, and its next query would fail with "fetch failed". Each query therefore first
 * waits for one turn of the event loop, in which Node notices closed connections.
 */
export function waitForClosedConnections<Binding extends object>(db: Binding): Binding {
  return withOpenConnection(db)
}

const queries = ['all', 'run', 'first', 'raw', 'batch', 'exec']
const originals = new WeakMap<object, object>()

/** Wraps a database, a session or a statement, and every object that it creates. */
function withOpenConnection<T extends object>(target: T): T {
  const wrapped = new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (!queries.includes(String(name)))
        return (...args: unknown[]) => wrapIfObject(Reflect.apply(value, target, args))
      return async (...args: unknown[]) => {
        await setImmediate()
        return Reflect.apply(value, target, args.map(withOriginals)) as unknown
      }
    },
  })
  originals.set(wrapped, target)
  return wrapped
}

function wrapIfObject(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? withOpenConnection(value) : value
}

/** The binding does not accept the wrapped statements of a batch. */
function withOriginals(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOriginals)
  return typeof value === 'object' && value !== null ? (originals.get(value) ?? value) : value
}
