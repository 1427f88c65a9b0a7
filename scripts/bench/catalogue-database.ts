import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { refreshPlacements } from '../../src/plans/can-sell.ts'
import { numberPlans } from '../../src/plans/plan-changes.ts'
import { describeProblem } from '../../src/plans/read-csv.ts'
import { readCatalogue } from '../../src/plans/read-catalogue.ts'
import type { Catalogue } from '../../src/plans/read-catalogue.ts'
import { catalogueSql } from '../../src/plans/catalogue-difference.ts'
import { insertPlans } from './insert-plans.ts'
import { createTables, migrationFiles, migrationsFolder } from '../database/migrations.ts'
import { missingTexts } from '../content/missing-texts.ts'
import { openD1 } from '../test/sqlite-d1.ts'
import { generatePlans, resellers } from './generated-plans.ts'

const folder = '.cache/bench'
const plansAtOnce = 5000
const base = 'USD'

export const boughtPlan = 'plan-0'
const codesOfBoughtPlan = 10_000

/**
 * Opens a SQLite file with `plans` generated plans. If the file is not cached, creates it with the
 * migrations and the import's statements. A million plans take up to two minutes.
 */
export async function shopWith(plans: number): Promise<DatabaseSync> {
  await mkdir(folder, { recursive: true })
  const path = `${folder}/generated-${plans}-${await versionOf()}.sqlite`
  if (!existsSync(path)) {
    const unfinished = `${path}.unfinished`
    await rm(unfinished, { force: true })
    await fill(unfinished, plans)
    await rename(unfinished, path)
  }
  const file = new DatabaseSync(path)
  file.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -262144')
  return file
}

async function fill(path: string, count: number): Promise<void> {
  const file = new DatabaseSync(path)
  file.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -524288')
  createTables(file)
  const catalogue = await sampleCatalogue()
  const shop = { ...catalogue, operators: [...catalogue.operators, ...resellers], plans: null }
  for (const statement of catalogueSql(shop)) file.exec(statement)
  const db = openD1(file)
  await db.batch(await missingTexts(db))
  file.exec('BEGIN')
  const indexPlans = withoutIndexes(file, ['placements'])
  const indexOrders = withoutIndexes(file, tablesOfOrders)
  for (let from = 0; from < count; from += plansAtOnce) {
    const plans = generatePlans(shop, from, Math.min(plansAtOnce, count - from))
    for (const statement of insertPlans(plans, base)) file.exec(statement)
  }
  sell(file, count)
  indexOrders()
  for (const statement of [...numberPlans, refreshPlacements()]) file.exec(statement)
  indexPlans()
  file.exec('COMMIT')
  file.exec('PRAGMA journal_mode = WAL')
  file.close()
}

/**
 * Adds a profile to 24 of 25 plans, a second profile to every third of these plans, and an order to
 * every tenth plan. Each customer has five eSIMs. The emails have no text, because the scheduled
 * job would have deleted it.
 */
function sell(file: DatabaseSync, count: number): void {
  const number = 'CAST(substr(id, 6) AS INTEGER)'
  const code = (shift: number) =>
    `INSERT INTO stock (iccid, tariff_id, smdp_address, matching_id, is_sample)
    SELECT printf('89%017d', n + ${shift}), id, 'rsp.example.com', 'CODE-' || (n + ${shift}), 1 FROM (SELECT id, ${number} AS n FROM tariffs)`
  const invoice = `printf('bench-invoice-%08d', n)`
  const email = `printf('buyer-%d@example.com', n / 50)`
  const bought = `FROM (SELECT id, ${number} AS n FROM tariffs) WHERE n % 10 = 0`
  const time = `strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || (n % 300) || ' days')`
  for (const statement of [
    `${code(0)} WHERE n % 25 <> 24`,
    `${code(count)} WHERE n % 3 = 0 AND n % 25 <> 24`,
    `INSERT INTO invoices (id, idempotency_key, email, lang, amount_minor, currency, status, created_at, paid_at)
    SELECT ${invoice}, ${invoice}, ${email}, 'en', 1000, 'USD', 'success', ${time}, ${time} ${bought}`,
    `INSERT INTO invoice_lines (invoice_id, position, tariff_id, amount_minor)
    SELECT ${invoice}, 1, id, 1000 ${bought}`,
    `INSERT INTO payment_facts (provider, kind, id, reference, invoice_id, amount_minor, currency, at, received_at)
    SELECT 'test', 'charged', ${invoice}, ${invoice}, ${invoice}, 1000, 'USD', ${time}, ${time} ${bought}`,
    `${code(2 * count)} WHERE n % 10 = 0`,
    `UPDATE stock SET line_position = 1, invoice_id = printf('bench-invoice-%08d', CAST(iccid % 100000000000 AS INTEGER) - ${2 * count})
    WHERE iccid >= printf('89%017d', ${2 * count})`,
    `INSERT INTO esims (esim_hash, invoice_id, line_position, iccid, tariff_id, email, purchased_at, activate_by)
    SELECT printf('bench-esim-hash-%08d', n), ${invoice}, 1, printf('89%017d', n + ${2 * count}), id, ${email}, ${time}, ${time} ${bought}`,
    `INSERT INTO outbox (id, kind, purpose, dedupe_key, recipient, body, created_at, sent_at)
    SELECT ${invoice}, 'mail', 'esim', ${invoice}, ${email}, '', ${time}, ${time} ${bought}`,
    `WITH RECURSIVE code (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM code WHERE n < ${codesOfBoughtPlan - 1})
    INSERT INTO stock (iccid, tariff_id, smdp_address, matching_id, is_sample)
    SELECT printf('88%017d', n), '${boughtPlan}', 'rsp.example.com', 'MORE-' || n, 1 FROM code`,
  ])
    file.exec(statement)
}

const tablesOfOrders = ['stock', 'invoices', 'invoice_lines', 'esims', 'outbox', 'payment_facts']

/**
 * Drops the indexes, because inserts are faster without them. Returns a function that creates them
 * again.
 */
function withoutIndexes(file: DatabaseSync, tables: readonly string[]): () => void {
  const index = z.object({ name: z.string(), sql: z.string() })
  const rows = file
    .prepare(
      `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
      AND tbl_name IN (${tables.map(() => '?').join(', ')})`,
    )
    .all(...tables)
  const indexes = z.array(index).parse(rows)
  for (const { name } of indexes) file.exec(`DROP INDEX ${name}`)
  return () => {
    for (const { sql } of indexes) file.exec(sql)
  }
}

async function sampleCatalogue(): Promise<Catalogue> {
  const names = ['countries', 'regions', 'operators']
  const files = names.map(async (name) => ({
    name: `${name}.csv`,
    text: await readFile(`catalogue/${name}.csv`, 'utf8'),
  }))
  const known = { countries: new Set(''), regions: new Set(''), operators: new Set('') }
  const { catalogue, problems } = readCatalogue(await Promise.all(files), known, base)
  if (problems.length > 0)
    throw new Error(
      `The files in catalogue/ cannot be imported. Correct them:\n${problems.map(describeProblem).join('\n')}`,
    )
  return catalogue
}

async function versionOf(): Promise<string> {
  const sources = [
    'scripts/bench/catalogue-database.ts',
    'scripts/bench/generated-plans.ts',
    ...migrationFiles().map((name) => `${migrationsFolder}/${name}`),
  ]
  const hash = createHash('sha256')
  for (const source of sources) hash.update(await readFile(source))
  return hash.digest('hex').slice(0, 12)
}
