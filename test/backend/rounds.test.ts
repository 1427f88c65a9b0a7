import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runScheduledJobs } from '../../src/backend/scheduled-jobs.ts'
import { clearShop, clock } from '../support/small-shop.ts'

beforeEach(clearShop)
afterEach(() => vi.restoreAllMocks())

/** Settings of a shop that sells and logs its rounds. */
const settings = {
  DEV_TOOLS: '0',
  PAYMENT_PROVIDERS: 'generic',
  GENERIC_PAYMENT_URL: 'https://pay.test/{reference}',
}

it('logs the work of a round of scheduled jobs', async () => {
  const write = vi.spyOn(console, 'info').mockReturnValue()
  await env.DB.prepare(
    `INSERT INTO sessions (id, kind, subject_id, token_hash, expires_at)
    VALUES ('s', 'customer', 'c', 'hash', '2020-01-01')`,
  ).run()
  await runScheduledJobs({ ...env, ...settings }, clock.now)
  const [line] = write.mock.calls.map(([text]) => JSON.parse(String(text)))
  expect(line).toMatchObject({ event: 'round', done: { deleteOldRows: 1 }, failed: [] })
})

it('logs the jobs that failed', async () => {
  const write = vi.spyOn(console, 'error').mockReturnValue()
  // The job uses only this method of the bucket before it fails.
  const UPLOADS = { list: async () => Promise.reject(new Error('down')) }
  const at = new Date('2026-11-21T10:17:00Z')
  const bindings = { ...env, ...settings, UPLOADS: UPLOADS as unknown as R2Bucket }
  await expect(runScheduledJobs(bindings, at)).rejects.toThrow('Scheduled jobs failed')
  const lines = write.mock.calls.map(([text]) => JSON.parse(String(text)))
  expect(lines).toContainEqual(
    expect.objectContaining({ event: 'round', failed: ['deleteScreenshots'] }),
  )
})
