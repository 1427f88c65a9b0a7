import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { textD1, withLiterals } from './text-d1.ts'

let file = new DatabaseSync(':memory:')
const db = textD1(async (statements) => {
  file.exec('BEGIN')
  try {
    const answers = statements.map(answerOf)
    file.exec('COMMIT')
    return answers
  } catch (error) {
    file.exec('ROLLBACK')
    throw error
  }
})

function answerOf(sql: string) {
  const rows = file.prepare(sql).all()
  const changes = Number(file.prepare('SELECT changes() AS number').get()?.['number'])
  return { rows, changes }
}

beforeEach(() => {
  file = new DatabaseSync(':memory:')
  file.exec('CREATE TABLE plans (id TEXT PRIMARY KEY, price INTEGER, note TEXT)')
})

const insert = (id: string, price: number | null = 1, note = '') =>
  db.prepare('INSERT INTO plans VALUES (?, ?, ?)').bind(id, price, note)

describe('a D1 database over SQL text', () => {
  it('writes and reads values that look like SQL', async () => {
    const note = `it's "?1" -- ? /* ?2`
    await insert('a', null, note).run()
    expect(await db.prepare('SELECT * FROM plans WHERE note = ?1').bind(note).first()).toEqual({
      id: 'a',
      price: null,
      note,
    })
    expect(await db.prepare('SELECT id FROM plans').first('id')).toBe('a')
    expect(await db.prepare('SELECT id FROM plans WHERE price = ?').bind(2).first()).toBeNull()
  })

  it('returns the rows of each statement of a batch', async () => {
    const results = await db.batch([
      insert('a'),
      db.prepare('UPDATE plans SET price = ? RETURNING price').bind(7),
      db.prepare('SELECT id FROM plans'),
    ])
    expect(results.map(({ results: rows }) => rows)).toEqual([[], [{ price: 7 }], [{ id: 'a' }]])
  })

  it('returns how many rows a statement has changed', async () => {
    const { meta } = await insert('a').run()
    expect([meta.changes, meta.changed_db]).toEqual([1, true])
  })

  it('undoes a batch that fails', async () => {
    await expect(db.batch([insert('a'), insert('b'), insert('a')])).rejects.toThrow('UNIQUE')
    expect((await db.prepare('SELECT id FROM plans').all()).results).toEqual([])
  })
})

describe('literals in place of parameters', () => {
  it('numbers parameters as SQLite does', () => {
    expect(withLiterals('SELECT ?2, ?, ?1, ?', ['a', 'b', 'c', 'd'])).toBe(
      `SELECT 'b', 'c', 'a', 'd'`,
    )
  })

  it('does not change texts, names and comments', () => {
    const sql = `SELECT '?', "a?", 'it''s ?' -- ?\n /* ? */ WHERE x = ?`
    expect(withLiterals(sql, [5])).toBe(sql.replace(/\?$/, '5'))
  })

  it('refuses a parameter without a value', () => {
    expect(() => withLiterals('SELECT ?, ?', ['a'])).toThrow('no value for ?2')
  })
})
