import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { missingTexts } from '../content/missing-texts.ts'
import { createShop, withShop, type OpenShop } from '../database/open-shop.ts'
import { sampleShop } from '../start/seed.ts'
import { newCommandDatabase } from '../test/sqlite-d1.ts'
import { readBackup, countRows, writeBackup, tablesInOrder, type Backup } from './backup-file.ts'
import { checkReferences, withCopy } from './backup.ts'
import { restoreShop } from './restore.ts'

/** Each run of wrangler takes several seconds, and longer on a busy machine. */
const timeout = 240_000
const createdAt = '2026-11-21T10:00:00.000Z'
/** Contains every character that could end a statement or a line too early. */
const hardText = `It's "here";\n-- sha256 0\n\r\nINSERT INTO stock;\r \\n \\r \u2028 'ё' ${'x'.repeat(300)};`

/** The rejection is the first row of its table. Its withdrawal is in a later statement. */
const rejectedWithdrawal = [
  `INSERT INTO partners (id, phone, code, agreed_at, created_at)
    VALUES ('r', '+447700900123', 'code', '2026-11-01', '2026-11-01');`,
  `INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    SELECT 'm' || i, 'r', 'adjustment', 1, '2026-11-01' FROM n;`,
  `INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
    VALUES ('z', 'r', 'withdrawal', -1000, '2026-11-02');`,
  `INSERT INTO partner_transactions (id, partner_id, type, amount_minor, withdrawal_id, created_at)
    VALUES ('a', 'r', 'rejection', 1000, 'z', '2026-11-03');`,
]

let folder = ''
let backup: Backup
const fileOf = (name: string) => join(folder, name)
const backUp = async (data: string, file: string) =>
  withCopy({ isRemote: false, persistTo: fileOf(data) }, async (copy) =>
    writeBackup(copy, fileOf(file), createdAt),
  )

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-test-'))
  const fill = async ({ db }: OpenShop) => {
    const { statements } = await sampleShop(db, new Date(createdAt), 'few')
    await db.batch(statements)
    await db.batch([
      ...(await missingTexts(db)),
      db
        .prepare(
          `UPDATE texts SET content = json_set(content, '$.body', ?)
          WHERE ident = 'how-much-data'`,
        )
        .bind(hardText),
      ...rejectedWithdrawal.map((sql) => db.prepare(sql)),
    ])
  }
  await withShop({ isRemote: false, persistTo: fileOf('shop') }, fill, createShop)
  backup = await backUp('shop', 'shop.sql')
}, timeout)

afterAll(async () => rm(folder, { recursive: true }))

describe('a backup of a shop', () => {
  it('contains every row, has referenced tables first, and is readable only by its owner', async () => {
    expect(backup.rows).toMatchObject({ places: 332, esims: 1, payment_facts: 1 })
    const tables = Object.keys(backup.rows)
    expect(tables.indexOf('orders')).toBeLessThan(tables.indexOf('stock'))
    expect(tables.indexOf('stock')).toBeLessThan(tables.indexOf('esims'))
    expect((await stat(fileOf('shop.sql'))).mode & 0o777).toBe(0o600)
    expect(await readBackup(fileOf('shop.sql'))).toEqual(backup)
  })

  it(
    'is restored into a new database whose backup is identical',
    async () => {
      await restoreShop(backup, fileOf('shop.sql'), { name: fileOf('new'), isRemote: false })
      await backUp('new', 'new.sql')
      const [original, restored] = await Promise.all(
        ['shop.sql', 'new.sql'].map(async (name) => readFile(fileOf(name), 'utf8')),
      )
      // On failure, toBe would print both texts.
      expect(original === restored).toBe(true)
      const bodies = `SELECT DISTINCT body FROM shown_posts WHERE id = 'how-much-data'`
      const { results: posts } = await withShop(
        { isRemote: false, persistTo: fileOf('new') },
        async ({ db }) => db.prepare(bodies).all(),
      )
      expect(posts).toEqual([{ body: hardText }])
    },
    timeout,
  )

  it(
    'is not restored into a database with a shop',
    async () => {
      const into = { name: fileOf('shop'), isRemote: false }
      await expect(restoreShop(backup, fileOf('shop.sql'), into)).rejects.toThrow(
        'has tables already',
      )
    },
    timeout,
  )

  it('is not restored from a changed file', async () => {
    const text = await readFile(fileOf('shop.sql'), 'utf8')
    await writeFile(fileOf('shorter.sql'), text.slice(0, -500))
    await expect(readBackup(fileOf('shorter.sql'))).rejects.toThrow('its checksum is wrong')
    await writeFile(fileOf('other.sql'), text.replace('meridian.example', 'meridian.elsewhere'))
    await expect(readBackup(fileOf('other.sql'))).rejects.toThrow('its checksum is wrong')
    await appendFile(fileOf('other.sql'), 'DELETE FROM stock;\n')
    await expect(readBackup(fileOf('other.sql'))).rejects.toThrow('its checksum is wrong')
  })

  it('is not restored by a version that lacks its migrations', async () => {
    const later = { ...backup, migrations: [...backup.migrations, '9999_later.sql'] }
    const into = { name: fileOf('never'), isRemote: false }
    await expect(restoreShop(later, fileOf('shop.sql'), into)).rejects.toThrow('9999_later.sql')
  })
})

it('rejects a file that is not a backup', async () => {
  await expect(readBackup('package.json')).rejects.toThrow('is not a backup of a shop')
})

it('does not overwrite a file', async () => {
  const { shop } = newCommandDatabase()
  const copy = { shop, migrations: [] }
  const made = await writeBackup(copy, fileOf('twice.sql'), createdAt)
  // Migrations insert the rows of the content version and of the last round.
  expect(countRows(made)).toBe(2)
  await expect(writeBackup(copy, fileOf('twice.sql'), createdAt)).rejects.toThrow('EEXIST')
})

it('refuses tables that reference each other', () => {
  const shop = new DatabaseSync(':memory:')
  shop.exec(`CREATE TABLE a (id TEXT PRIMARY KEY, b TEXT REFERENCES b (id));
    CREATE TABLE b (id TEXT PRIMARY KEY, a TEXT REFERENCES a (id));`)
  expect(() => tablesInOrder(shop)).toThrow('in a cycle: a, b')
})

it('refuses a row whose reference is missing', async () => {
  const { shop } = newCommandDatabase()
  shop.exec(`PRAGMA foreign_keys = OFF;
    INSERT INTO credit_notes (number, prefix, order_id, amount_minor, issued_at)
      VALUES (1, 'C-', 'none', 100, '2026-11-21')`)
  expect(() => checkReferences(shop)).toThrow(
    'A row of credit_notes references a missing row of orders',
  )
})
