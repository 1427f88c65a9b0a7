import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withCopy } from '../shop/backup.ts'
import { prepareDataFolder } from '../start/data-folder.ts'
import { openD1 } from '../test/sqlite-d1.ts'
import { openShop, openStores } from './open-shop.ts'
import { applyNewMigrations, migrationFiles, migrationsFolder } from './migrations.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'esim-storefront-'))
})
afterAll(async () => rm(folder, { recursive: true }))

it('numbers the migrations from the first release on', () => {
  const numbers = migrationFiles().map((name) => Number(/^(\d{4})_[\w.-]+\.sql$/.exec(name)?.[1]))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  expect(migrationFiles()[0]).toBe(release)
})

const release = '0001_1.0.0.sql'

/** A shop of version 1.0.0 with an order, its eSIM and a partner. */
const filledShop = `
  INSERT INTO operators (ident, title, search_title) VALUES ('op', 'Operator', 'operator');
  INSERT INTO plans (id, operator_ident, kind, country_codes, market, validity_days, prices)
    VALUES ('plan', 'op', 'country', '["tr"]', 'travel', 30, '{"USD":1000}');
  INSERT INTO orders (id, idempotency_key, email, lang, amount_minor, currency, created_at)
    VALUES ('i', 'k', 'anna@example.com', 'en', 1000, 'USD', '2026-11-01T00:00:00.000Z');
  INSERT INTO order_lines (order_id, position, plan_id, amount_minor)
    VALUES ('i', 1, 'plan', 1000);
  INSERT INTO payment_facts (provider, kind, id, reference, order_id, amount_minor, currency, at,
      received_at)
    VALUES ('test', 'charged', 'c', 'p', 'i', 1000, 'USD', '2026-11-01T00:01:00.000Z',
      '2026-11-01T00:01:00.000Z');
  UPDATE orders SET status = 'success', paid_at = '2026-11-01T00:01:00.000Z';
  INSERT INTO stock (iccid, plan_id, smdp_address, matching_id, order_id, line_position)
    VALUES ('8910', 'plan', 'rsp.example.com', 'CODE', 'i', 1);
  INSERT INTO esims (esim_hash, order_id, line_position, iccid, plan_id, email, purchased_at,
      activate_by)
    VALUES ('hash', 'i', 1, '8910', 'plan', 'anna@example.com', '2026-11-01T00:02:00.000Z',
      '2027-01-29T23:59:59.999Z');
  INSERT INTO partners (id, phone, code, agreed_at, created_at)
    VALUES ('partner', '+79123456789', 'code', '2026-09-01T00:00:00.000Z',
      '2026-09-01T00:00:00.000Z');
  INSERT INTO partner_transactions (id, partner_id, type, amount_minor, order_id, created_at)
    VALUES ('reward', 'partner', 'reward', 100, 'i', '2026-11-01T00:01:00.000Z');`

/** A migration adds a column with its values, and replaces an index. */
const example = `-- The country of a partner; NULL if it is unknown.
  ALTER TABLE partners ADD COLUMN country TEXT;
  UPDATE partners SET country = 'ru' WHERE phone GLOB '+7*';
  DROP INDEX partners_by_time;
  CREATE INDEX partners_by_time ON partners (created_at, country, id);
  CREATE TRIGGER esims_are_kept BEFORE DELETE ON esims BEGIN
    SELECT RAISE(ABORT, CASE WHEN OLD.iccid = '' THEN 'none' ELSE 'eSIMs are kept' END);
  END;`

it('upgrades a filled shop of version 1.0.0 without harm to its data', async () => {
  const migrations = await mkdtemp(join(folder, 'migrations-'))
  const shop = new DatabaseSync(':memory:')
  const upgrade = async () => applyNewMigrations(openD1(shop), 'shop', migrations)
  await copyFile(join(migrationsFolder, release), join(migrations, release))
  await upgrade()
  shop.exec(filledShop)
  const before = rowsOf(shop)

  for (const name of migrationFiles())
    await copyFile(join(migrationsFolder, name), join(migrations, name))
  await writeFile(join(migrations, '9999_example.sql'), example)
  await upgrade()
  await upgrade()
  expect(rowsOf(shop)).toMatchObject({
    ...before,
    partners: [{ ...before['partners']?.[0], country: 'ru' }],
    d1_migrations: [...migrationFiles(), '9999_example.sql'].map((name) => ({ name })),
  })
  expect(shop.prepare('PRAGMA foreign_key_check').all()).toEqual([])
  expect(() => shop.exec('DELETE FROM esims')).toThrow('eSIMs are kept')
})

function rowsOf(shop: DatabaseSync): { readonly [table: string]: object[] } {
  const tables = shop.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all()
  return Object.fromEntries(
    tables
      .map(({ name }) => String(name))
      .filter((name) => !name.startsWith('sqlite_'))
      .map((name) => [
        name,
        shop
          .prepare(`SELECT * FROM ${name}`)
          .all()
          .map((row) => ({ ...row })),
      ]),
  )
}

it('does not start on the data of another version, and does not change them', async () => {
  const persistTo = join(folder, 'old')
  const target = { isRemote: false, persistTo } as const
  const local = await openStores(target)
  const oldShop = [
    'CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)',
    `INSERT INTO d1_migrations (name) VALUES ('0001_shop.sql')`,
    'CREATE TABLE countries (code TEXT PRIMARY KEY, title_en TEXT)',
    `INSERT INTO countries VALUES ('tr', 'Türkiye')`,
  ]
  await local.db.batch(oldShop.map((statement) => local.db.prepare(statement)))
  await local.close()

  const refusal = `Another version made the shop in ${persistTo}. Delete ${persistTo} to start a new one, or check out that version.`
  await expect(prepareDataFolder(persistTo)).rejects.toThrow(refusal)
  await expect(openShop(target)).rejects.toThrow(refusal)
  await expect(withCopy(target, async () => null)).rejects.toThrow(refusal)

  const { db, close } = await openStores(target)
  const tables = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`
  expect((await db.prepare(`${tables} ORDER BY name`).all()).results).toEqual([
    { name: 'countries' },
    { name: 'd1_migrations' },
  ])
  expect((await db.prepare('SELECT * FROM countries').all()).results).toEqual([
    { code: 'tr', title_en: 'Türkiye' },
  ])
  await close()
})
