import { env } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import { backend } from '../../src/backend.ts'
import { visitAs } from '../support/visit-office.ts'

/** A path with a secret, and the route that the log may contain. */
const requests = [
  [
    'the backend',
    async () =>
      backend.fetch(new Request('http://localhost:8787/dev/usage/a-secret-hash'), {
        ...env,
        DEV_TOOLS: '1',
      }),
    '/dev/usage/:hash',
  ],
  ['the back office', async () => visitAs('owner', '/admin/order?id=a-secret-id'), '/admin/order'],
] as const

it.each(requests)(
  'logs an unexpected error of %s with its route, without the path',
  async (_, send, route) => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const database = vi.spyOn(env.DB, 'prepare').mockImplementation(() => {
      throw new Error('on purpose')
    })
    expect((await send()).status).toBe(500)
    database.mockRestore()
    const lines = log.mock.calls.map(([line]) => String(line))
    log.mockRestore()
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { event: 'unexpected-error', route },
    ])
    expect(lines.join()).not.toContain('a-secret')
  },
)
