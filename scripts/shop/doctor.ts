import type { D1Database } from '@cloudflare/workers-types'
import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { unstable_readConfig } from 'wrangler'
import { z } from 'zod'
import { refreshPlacements } from '../../src/plans/can-sell.ts'
import type { CommandFinding } from '../../src/office/finding.ts'
import { shopFindings } from '../../src/office/doctor.ts'
import { unreadable } from '../command.ts'
import { appliedMigrations, migrationFiles } from '../database/migrations.ts'
import { hasShop, openStores, withShop } from '../database/open-shop.ts'
import type { Target } from '../database/target.ts'
import { wrangler } from '../database/wrangler.ts'
import { isBuildCurrent } from '../build/built-sources.ts'
import { defineCommand } from './define-command.ts'

export const doctorCommand = defineCommand({
  name: 'doctor',
  usage: '[--delete-samples] [--secrets-file FILE]',
  about:
    'Problems that prevent sales, each with its remedy. --delete-samples first deletes the sample\n      profiles that nobody has bought. FILE has secrets that are not uploaded yet.',
  words: [0, 0],
  options: {
    'delete-samples': { type: 'boolean', default: false },
    'secrets-file': { type: 'string' },
  },
  async run({ values, target }) {
    if (values['delete-samples']) {
      await withShop(target, async ({ db }) => deleteSamples(db))
      console.log('Deleted the unsold sample profiles.')
    }
    const findings = await examineShop(target, { secretsFile: values['secrets-file'] })
    console.log(describeFindings(findings))
    process.exitCode = hasErrors(findings) ? 1 : 0
  },
})

/** Deletes the sample profiles that nobody has bought. Their plans may be sold out without them. */
export async function deleteSamples(db: D1Database): Promise<void> {
  await db.batch([
    db.prepare('DELETE FROM stock WHERE is_sample = 1 AND order_id IS NULL'),
    refreshPlacements(db),
  ])
}

export function hasErrors(findings: readonly CommandFinding[]): boolean {
  return findings.some(({ level }) => level === 'error')
}

export function describeFindings(findings: readonly CommandFinding[]): string {
  if (findings.length === 0) return 'The shop is ready to sell.'
  const errors = findings.filter(({ level }) => level === 'error').length
  const counts = [formatCount(errors, 'error'), formatCount(findings.length - errors, 'warning')]
  return [
    ...findings.map(({ level, problem, remedy }) => `${level}: ${problem}\n    ${remedy}`),
    `${counts.join(', ')}.`,
  ].join('\n')
}

type Examination = {
  /** Secrets that are not uploaded yet. */
  readonly secretsFile?: string | undefined
  /** Missing migrations will be applied. */
  readonly isAboutToMigrate?: boolean
  readonly open?: typeof openStores
}

/** Finds problems in the files, settings and database of the shop in this folder. */
export async function examineShop(
  target: Target,
  { secretsFile, isAboutToMigrate = false, open = openStores }: Examination = {},
): Promise<CommandFinding[]> {
  const config = unstable_readConfig({ config: 'wrangler.toml' })
  const isEmbedded = !config.vars['API_BASE_URL']
  const ids = idFindings(config, isEmbedded)
  const files = [...ids, ...(await buildFindings())]
  const secrets = secretsFile === undefined ? {} : parseEnv(await readSecrets(secretsFile))
  const uploaded = target.isRemote && ids.length === 0 ? await uploadedSecrets() : null
  const hidden = uploaded ?? new Set<string>()
  const findingsIn = async (db: D1Database | null = null) =>
    shopFindings(db, { ...config.vars, ...secrets }, { hidden })
  // Without its id, the database cannot be found.
  const isReachable = isEmbedded && !(target.isRemote && ids.length > 0)
  if (!isReachable) return [...files, ...(await findingsIn())]
  if (!target.isRemote && !hasShop(target.persistTo))
    return [...files, noShop(target.persistTo), ...(await findingsIn())]
  const examine = async (db: D1Database) => {
    const applied = await appliedMigrations(db)
    const isCurrent = missingFrom(applied).length === 0
    const expected = isAboutToMigrate ? [...applied, ...missingFrom(applied)] : applied
    return [
      ...migrationFindings(expected, target),
      // Queries need the tables of this version.
      ...(await findingsIn(isCurrent ? db : null)),
    ]
  }
  return [...files, ...(await withShop(target, async ({ db }) => examine(db), open))]
}

async function readSecrets(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) throw unreadable(path)
  return text
}

const secretList = z.array(z.object({ name: z.string() }))

/**
 * Returns the names of the deployed worker's secrets, or null before the first deployment. wrangler
 * does not show their values.
 */
export async function uploadedSecrets(): Promise<ReadonlySet<string> | null> {
  try {
    const output = await wrangler(['secret', 'list', '--format', 'json'])
    return new Set(secretList.parse(JSON.parse(output)).map(({ name }) => name))
  } catch (failure) {
    if (failure instanceof Error && /Worker ".*" not found/.test(failure.message)) return null
    throw failure
  }
}

export function isZeroID(id = ''): boolean {
  return /^[0-]*$/.test(id)
}

type Stores = {
  readonly d1_databases: readonly { readonly database_id?: string }[]
  readonly kv_namespaces: readonly { readonly id?: string }[]
}

/** Reports stores of wrangler.toml that have no id yet. */
export function idFindings({ d1_databases, kv_namespaces }: Stores, isEmbedded: boolean) {
  const hasNoDatabase =
    isEmbedded && d1_databases.some((database) => isZeroID(database.database_id))
  const hasNoCache = kv_namespaces.some(({ id }) => isZeroID(id))
  const isZero = 'in wrangler.toml is zero.'
  return [
    ...errorIf(hasNoDatabase, `database_id ${isZero}`, 'npm run deploy creates the database.'),
    ...errorIf(hasNoCache, `The id of CACHE ${isZero}`, 'npm run deploy creates the namespace.'),
  ]
}

/** Reports a `dist/` that was built from other sources or settings. */
async function buildFindings(): Promise<readonly CommandFinding[]> {
  const problem = 'dist/ was built from other sources or settings.'
  return errorIf(!(await isBuildCurrent()), problem, 'Run npm run build.')
}

function noShop(persistTo: string): CommandFinding {
  return error(
    `There is no shop in ${persistTo}, so its data was not examined.`,
    `Name its data folder with --persist-to, or start one: npm start -- --persist-to ${persistTo}`,
  )
}

/** Reports migrations that the database lacks, or that this version lacks. */
export function migrationFindings(applied: readonly string[], target: Target) {
  const missing = missingFrom(applied)
  const unknown = applied.filter((name) => !migrationFiles().includes(name))
  const place = target.isRemote ? '--remote' : `--local --persist-to ${target.persistTo}`
  return [
    ...errorIf(
      missing.length > 0,
      `The database lacks ${formatCount(missing.length, 'migration')}, from ${missing[0]}.`,
      `Run npx wrangler d1 migrations apply DB ${place}.`,
    ),
    ...errorIf(
      unknown.length > 0,
      `The database has migrations of another version: ${unknown.join(', ')}.`,
      'Check out the version that is deployed, or a newer version.',
    ),
  ]
}

/** Returns the migrations of this version that a database lacks. */
function missingFrom(applied: readonly string[]): readonly string[] {
  return migrationFiles().filter((name) => !applied.includes(name))
}

function errorIf(isWrong: boolean, problem: string, remedy: string): readonly CommandFinding[] {
  return isWrong ? [error(problem, remedy)] : []
}

function error(problem: string, remedy: string): CommandFinding {
  return { level: 'error', problem, remedy }
}

/** Returns `1 plan` or `3 plans`. */
function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
