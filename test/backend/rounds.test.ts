import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { runScheduledJobs } from '../../src/jobs.ts'
import { readState, storeState } from '../../src/kit/db.ts'
import worker from '../../src/worker.ts'
import { clearShop, clock, rows, run } from '../support/small-shop.ts'

beforeEach(clearShop)
afterEach(() => vi.restoreAllMocks())

/** The job that deletes screenshots uses only this method before it fails. */
const failingBucket = { list: async () => Promise.reject(new Error('R2 is down')) }
const UPLOADS = failingBucket as unknown as R2Bucket

/** Settings of a shop that sells and logs its rounds. */
const settings = {
  DEV_TOOLS: '0',
  PAYMENT_PROVIDERS: 'generic',
  GENERIC_PAYMENT_URL: 'https://pay.test/{reference}',
}

it('writes one id in all lines of a round', async () => {
  const lines: { readonly requestId?: string }[] = []
  for (const level of ['info', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((text) => void lines.push(JSON.parse(String(text))))
  const scheduledTime = new Date('2026-11-21T10:17:00Z')
  for (const _ of [1, 2]) {
    const controller = createScheduledController({ scheduledTime })
    const round = worker.scheduled(controller, { ...env, ...settings, UPLOADS })
    await expect(round).rejects.toThrow('Scheduled jobs failed')
  }
  const ids = lines.map(({ requestId = '' }) => requestId)
  expect(ids).toHaveLength(4)
  expect(new Set(ids).size).toBe(2)
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
})

it('logs the work of a round of scheduled jobs', async () => {
  const write = vi.spyOn(console, 'info').mockReturnValue()
  await run(`INSERT INTO sessions (id, kind, subject_id, token_hash, expires_at)
    VALUES ('s', 'customer', 'c', 'hash', '2020-01-01')`)
  await runScheduledJobs({ ...env, ...settings }, clock.now)
  const [line] = write.mock.calls.map(([text]) => JSON.parse(String(text)))
  expect(line).toMatchObject({ event: 'round', done: { deleteOldRows: 1 }, failed: [] })
})

it('logs the jobs that failed, and the error of each', async () => {
  const write = vi.spyOn(console, 'error').mockReturnValue()
  await expect(failingRound()).rejects.toThrow('Scheduled jobs failed')
  const lines = write.mock.calls.map(([text]) => JSON.parse(String(text)))
  expect(lines).toContainEqual(
    expect.objectContaining({ event: 'round', failed: ['deleteScreenshots'] }),
  )
  expect(lines).toContainEqual({
    event: 'job-failed',
    job: 'deleteScreenshots',
    error: expect.stringContaining('Error: R2 is down'),
  })
})

it('raises an alert when a job fails in every round of ten minutes', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const openAlerts = () =>
    rows(`SELECT subject FROM alerts WHERE kind = 'job-failing' AND ended_at IS NULL`)
  const endedAt = '2026-11-21T10:16:00.000Z'
  await storeRound({ endedAt, failing: { deleteScreenshots: '2026-11-21T10:08:00.000Z' } })
  await expect(failingRound()).rejects.toThrow('Scheduled jobs failed')
  expect(await openAlerts()).toEqual([])
  const failing = { deleteScreenshots: '2026-11-21T10:07:00.000Z' }
  await storeRound({ endedAt, failing })
  await expect(failingRound()).rejects.toThrow('Scheduled jobs failed')
  expect(await openAlerts()).toEqual([{ subject: 'deleteScreenshots' }])
  expect(await lastRound()).toMatchObject({ failing })
  for (const minute of [18, 19])
    await runScheduledJobs({ ...env, ...settings }, new Date(`2026-11-21T10:${minute}:00Z`))
  expect(await lastRound()).toEqual({ endedAt: '2026-11-21T10:19:00.000Z', failing: {} })
  expect(await openAlerts()).toEqual([])
})

const storeRound = async (round: object) => storeState(env.DB, 'last-round', round).run()
const lastRound = async () => readState(env.DB, 'last-round', z.looseObject({}))

/** Runs a round in which the job that deletes screenshots fails. */
async function failingRound(): Promise<void> {
  const bindings = { ...env, ...settings, UPLOADS }
  await runScheduledJobs(bindings, new Date('2026-11-21T10:17:00Z'))
}
