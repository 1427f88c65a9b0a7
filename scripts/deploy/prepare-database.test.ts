import type { D1Database } from '@cloudflare/workers-types'
import { expect, it, vi } from 'vitest'
import { migrationFiles } from '../database/migrations.ts'
import { newCommandDatabase } from '../test/sqlite-d1.ts'
import { prepareDatabase } from './prepare-database.ts'

/** A shop whose migrations are applied by `migrate`, and access to it that can be interrupted. */
function newProduction() {
  const { shop, db } = newCommandDatabase()
  const access = () => ({
    inShop: async <T>(work: (opened: D1Database) => Promise<T>) => work(db),
    migrate: async () => {
      shop.exec('CREATE TABLE d1_migrations (name TEXT)')
      for (const name of migrationFiles())
        shop.prepare('INSERT INTO d1_migrations VALUES (?)').run(name)
    },
    currentBookmark: async () => 'bookmark',
  })
  const count = (table: string) => shop.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']
  const counts = () => [
    ...['question', 'post', 'place'].map((kind) => count(`texts WHERE kind = '${kind}'`)),
    count('plans'),
  ]
  return { shop, db, access, counts, count }
}

async function deployInterrupted() {
  const production = newProduction()
  vi.spyOn(production.db, 'batch').mockRejectedValueOnce(new Error('connection lost'))
  await expect(prepareDatabase({ hasSamples: false }, production.access())).rejects.toThrow(
    'connection lost',
  )
  expect(production.counts()).toEqual([0, 0, 0, 0])
  return production
}

it('fills a new database with texts, and with sample plans on request', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const { access, counts, count } = newProduction()
  expect(await prepareDatabase({ hasSamples: false }, access())).toBeNull()
  const [questions, , , plans] = counts()
  expect(questions).toBeGreaterThan(0)
  expect(plans).toBe(0)
  await prepareDatabase({ hasSamples: true }, access())
  expect(counts()[3]).toBeGreaterThan(0)
  expect(count('places, json_each(titles)')).toBeGreaterThan(400)
})

it('prints the bookmark of the database before a migration that fails', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const { shop, access } = newProduction()
  await prepareDatabase({ hasSamples: false }, access())
  shop.exec(`UPDATE d1_migrations SET name = '0000_earlier.sql'`)
  const migrate = async () => {
    throw new Error('Migration 0001_1.0.0.sql failed')
  }
  const failing = { ...access(), migrate }
  await expect(prepareDatabase({ hasSamples: false }, failing)).rejects.toThrow('0001')
  expect(log).toHaveBeenCalledWith('The database before its migrations: --bookmark=bookmark')
})

it('adds no samples that the operator deleted', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const { shop, access, counts } = newProduction()
  await prepareDatabase({ hasSamples: true }, access())
  shop.exec(`DELETE FROM texts WHERE kind = 'question' AND lang = 'en'
    OR kind IN ('post', 'place') AND lang = 'ru'`)
  const kept = counts()
  await prepareDatabase({ hasSamples: true }, access())
  expect(counts()).toEqual(kept)
})

it('adds the texts after a run that failed when its migrations were applied', async () => {
  const { access, counts } = await deployInterrupted()
  await prepareDatabase({ hasSamples: false }, access())
  for (const texts of counts().slice(0, 3)) expect(texts).toBeGreaterThan(0)
})

it('adds no texts to a shop in which the operator has written or deleted texts', async () => {
  for (const sql of [
    `INSERT INTO texts (kind, lang, ident, content) VALUES ('post', 'en', 'own', '{}')`,
    `INSERT INTO texts (kind, lang, ident, content) VALUES ('legal', 'en', 'terms', '{}')`,
    `INSERT INTO orders (id, idempotency_key, email, lang, amount_minor, currency, created_at)
      VALUES ('order', 'key', 'anna@example.com', 'en', 1000, 'USD', '2026-11-21T10:00')`,
  ]) {
    const { shop, access, counts } = await deployInterrupted()
    shop.exec(sql)
    await prepareDatabase({ hasSamples: false }, access())
    expect(counts()[0]).toBe(0)
  }
})
