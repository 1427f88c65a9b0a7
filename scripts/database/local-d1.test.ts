import { describe, expect, it } from 'vitest'
import { waitForClosedConnections } from './open-shop.ts'

type TestStatement = {
  readonly bind: (...values: readonly unknown[]) => TestStatement
  readonly all: () => Promise<{ readonly results: readonly unknown[]; hasTurned: boolean }>
  readonly first: () => Promise<boolean>
}

/** A binding whose queries return their parameters, and whether the event loop has turned. */
function bindingOf(hasTurned: () => boolean) {
  const statementOf = (params: readonly unknown[]): TestStatement => ({
    bind: (...values) => statementOf(values),
    all: async () => ({ results: params, hasTurned: hasTurned() }),
    first: async () => hasTurned(),
  })
  const database = {
    prepare: () => statementOf([]),
    batch: async (statements: readonly TestStatement[]) =>
      Promise.all(statements.map(async (each) => each.all())),
  }
  return { ...database, withSession: () => ({ ...database, getBookmark: () => 'bookmark' }) }
}

function start() {
  let hasTurned = false
  setImmediate(() => (hasTurned = true))
  return waitForClosedConnections(bindingOf(() => hasTurned))
}

describe('a local database notices closed connections before', () => {
  it('a query', async () => {
    const result = await start().prepare().bind(1, 'a').all()
    expect(result).toEqual({ results: [1, 'a'], hasTurned: true })
  })

  it('a batch of its statements', async () => {
    const db = start()
    const result = await db.batch([db.prepare().bind(1), db.prepare()])
    expect(result).toEqual([
      { results: [1], hasTurned: true },
      { results: [], hasTurned: true },
    ])
  })

  it('a query of a session, which keeps its bookmark', async () => {
    const session = start().withSession()
    expect(await session.prepare().first()).toBe(true)
    expect(session.getBookmark()).toBe('bookmark')
  })
})
