import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { migrationsFolder } from './migrations.ts'
import { adviceOn } from './refusals.ts'

/** Runs wrangler with a configuration, by default that of the shop, and returns its output. */
export async function wrangler(args: readonly string[], config = 'wrangler.toml'): Promise<string> {
  const command = ['--no-warnings', wranglerFile(), ...args, '--config', config]
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' },
  })
  let output = ''
  let complaints = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  const code = await new Promise<number | null>((end, reject) =>
    child.on('error', reject).on('close', end),
  )
  if (code === 0) return output
  const printed = (complaints + output).trim()
  const failed = `wrangler ${args.slice(0, 3).join(' ')} failed:\n${printed}\n\n${adviceOn(printed)}`
  throw new Error(failed.trim())
}

/** The script that wrangler's command runs. Running it directly saves a process. */
function wranglerFile(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('wrangler/package.json'))
  return join(folder, 'wrangler-dist/cli.js')
}

type ShopConfig = {
  readonly account_id?: string | undefined
  readonly compatibility_date?: string | undefined
  readonly d1_databases: readonly {
    readonly database_id?: string
    readonly database_name?: string
  }[]
}

type OtherDatabase = { readonly name?: string; readonly id?: string; readonly migrations?: string }

/**
 * Writes a wrangler configuration whose `DB` differs from wrangler.toml in its database or
 * migrations. Returns the path of the file.
 */
export async function writeDatabaseConfig(
  folder: string,
  { account_id, compatibility_date, d1_databases: [database] }: ShopConfig,
  { name, id, migrations = migrationsFolder }: OtherDatabase = {},
): Promise<string> {
  const file = join(folder, 'wrangler.json')
  const binding = {
    binding: 'DB',
    database_name: name ?? database?.database_name,
    database_id: id ?? database?.database_id,
    migrations_dir: resolve(migrations),
  }
  const config = { name: 'database', account_id, compatibility_date, d1_databases: [binding] }
  await writeFile(file, JSON.stringify(config))
  return file
}
