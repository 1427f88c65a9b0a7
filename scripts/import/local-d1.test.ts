import type { D1Database } from '@cloudflare/workers-types'
import { describe, expect, it } from 'vitest'
import { waitForClosedConnections } from './local-d1.ts'

/** A binding whose queries return their parameters, and whether the event loop has turned. */
function bindingOf(hasTurned: () => boolean) {
  const statementOf = (params: readonly unknown[]) => ({
    bind: (...values: unknown[]) => statementOf(values),
    all: () => ({ results: params, hasTurned: hasTurned() }),
    first: () => hasTurned(),
  })
  const binding = {
    prepare: () => statementOf([]),
    batch: (statements: readonly { all: () => unknown }[]) => statements.map((each) => each.all()),
    withSession: () => ({ ...binding, getBookmark: () => 'bookmark' }),
  }
  // The local database uses only these methods.
  return binding as unknown as D1Database
}

function start() {
  let hasTurned = false
  setImmediate(() => (hasTurned = true))
  return waitForClosedConnections(bindingOf(() => hasTurned))
}

describe('a local database reads received data before', () => {
  it('a query', async () => {
    const result = await start().prepare('').bind(1, 'a').all()
    expect(result).toEqual({ results: [1, 'a'], hasTurned: true })
  })

  it('a batch of its statements', async () => {
    const db = start()
    const result = await db.batch([db.prepare('').bind(1), db.prepare('')])
    expect(result).toEqual([
      { results: [1], hasTurned: true },
      { results: [], hasTurned: true },
    ])
  })

  it('a query of a session, which keeps its bookmark', async () => {
    const session = start().withSession('first-primary')
    expect(await session.prepare('').first()).toBe(true)
    expect(session.getBookmark()).toBe('bookmark')
  })
})
