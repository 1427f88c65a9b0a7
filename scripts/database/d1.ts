import type { D1Database } from '@cloudflare/workers-types'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { d1Store } from '../../src/kit/sql-store.ts'
import type { SqlStore } from '../../src/kit/sql-store.ts'
import { withFolderLock } from './folder-lock.ts'
import { openLocalD1 } from './local-d1.ts'
import { applyNewMigrations, migrationsFolder } from './migrations.ts'
import type { Target } from './target.ts'
import { textD1 } from './text-d1.ts'

export type Database = SqlStore & { readonly close: () => Promise<void> }

const binding = 'DB'
const answers = z.array(
  z.object({
    results: z.array(z.record(z.string(), z.unknown())),
    /** Optional in the documentation of Cloudflare's API. */
    meta: z.object({ changes: z.int().default(0) }).default({ changes: 0 }),
  }),
)

export async function openDatabase(target: Target): Promise<Database> {
  return target.isRemote ? remoteDatabase() : localDatabase(target.persistTo)
}

/**
 * Opens a shop's database. Applies the migrations that a local database lacks. Throws when a local
 * folder has no shop, which only `createShop` creates.
 */
export async function openShop(target: Target): Promise<Database> {
  if (!target.isRemote) {
    requireShop(target.persistTo)
    await migrate(target)
  }
  const database = await openDatabase(target)
  if (!target.isRemote || (await hasTables(database))) return database
  await database.close()
  throw new Error(
    'The production database has no tables yet. Create them: npx wrangler d1 migrations apply DB --remote',
  )
}

/** Like `openShop`. Creates a local shop without data if the folder has none. */
export async function createShop(target: Target): Promise<Database> {
  if (!target.isRemote) await migrate(target)
  return openShop(target)
}

async function hasTables({ query }: Database): Promise<boolean> {
  const tables = await query(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'tariffs'`,
    z.object({ name: z.string() }),
  )
  return tables.length > 0
}

/**
 * Applies the migrations that a database lacks. A local database may use another folder of
 * migrations.
 */
export async function migrate(target: Target, folder = migrationsFolder): Promise<void> {
  if (target.isRemote) await wrangler(['d1', 'migrations', 'apply', binding, '--remote'])
  else await withFolderLock(target.persistTo, async () => migrateLocally(target.persistTo, folder))
}

/** Like `migrate`, for a command that has locked the data folder. */
export async function migrateLocally(persistTo: string, folder = migrationsFolder): Promise<void> {
  const { db, close } = await openLocalD1(persistTo)
  try {
    await applyNewMigrations(db, persistTo, folder)
  } finally {
    await close()
  }
}

async function localDatabase(persistTo: string): Promise<Database> {
  const { db, close } = await openLocalD1(persistTo)
  return { ...d1Store(db), close }
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

/** Like `openShop`, for functions of the backend. */
export async function openShopD1(
  target: Target,
): Promise<{ readonly db: D1Database; readonly close: () => Promise<void> }> {
  const database = await openShop(target)
  await database.close()
  if (!target.isRemote) return openLocalD1(target.persistTo)
  return { db: textD1(executeRemotely), close: async () => undefined }
}

/** D1 runs the statements of one text in one transaction. */
async function executeRemotely(statements: readonly string[]) {
  const sql = statements.join('\n;\n')
  const output = await wrangler(['d1', 'execute', binding, '--remote', '--json', '--command', sql])
  return answers
    .parse(JSON.parse(output))
    .map(({ results, meta: { changes } }) => ({ rows: results, changes }))
}

function remoteDatabase(): Database {
  return {
    query: async (sql, row) => z.array(row).parse((await executeRemotely([sql])).at(-1)?.rows),
    execute: async (statements) => {
      if (statements.length === 0) return
      const folder = await mkdtemp(join(tmpdir(), 'esim-storefront-'))
      const file = join(folder, 'import.sql')
      try {
        await writeFile(file, statements.join('\n'))
        await wrangler(['d1', 'execute', binding, '--remote', '--yes', '--file', file])
      } finally {
        await rm(folder, { recursive: true })
      }
    },
    close: async () => undefined,
  }
}

const preload = fileURLToPath(new URL('arguments-from-input.cjs', import.meta.url))

/** Runs wrangler with a configuration, by default that of the shop, and returns its output. */
export async function wrangler(args: readonly string[], config = 'wrangler.toml'): Promise<string> {
  const child = spawn(process.execPath, ['--no-warnings', '--require', preload, wranglerFile()], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' },
  })
  child.stdin.end(JSON.stringify([...args, '--config', config]))
  let output = ''
  let complaints = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  )
  if (code !== 0)
    throw new Error(`wrangler ${args.slice(0, 3).join(' ')} failed:\n${complaints}${output}`)
  return output
}

/** The script that wrangler's command runs. Running it directly saves a process. */
function wranglerFile(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('wrangler/package.json'))
  return join(folder, 'wrangler-dist/cli.js')
}
