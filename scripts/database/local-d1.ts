import type { D1Database } from '@cloudflare/workers-types'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { getPlatformProxy } from 'wrangler'

/** Opens the database of a local data folder through the same binding as a worker. */
export async function openLocalD1(
  persistTo: string,
): Promise<{ readonly db: D1Database; readonly close: () => Promise<void> }> {
  const { env, dispose } = await getPlatformProxy<{ DB: D1Database }>({
    configPath: 'wrangler.toml',
    persist: { path: join(persistTo, 'v3') },
    remoteBindings: false,
  })
  return { db: waitForClosedConnections(env.DB), close: dispose }
}

/**
 * workerd closes a connection that is idle for ten seconds. A command that computes for longer does
 * not notice this, and its next query would fail with "fetch failed". Each query therefore first
 * waits for one turn of the event loop, in which Node notices closed connections.
 */
export function waitForClosedConnections<Binding extends object>(db: Binding): Binding {
  return withOpenConnection(db)
}

const queries = ['all', 'run', 'first', 'raw', 'batch', 'exec']
const originals = new WeakMap<object, object>()

/** Wraps a database, a session or a statement, and every object that it creates. */
function withOpenConnection<T extends object>(target: T): T {
  const wrapped = new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (!queries.includes(String(name)))
        return (...args: unknown[]) => wrapIfObject(Reflect.apply(value, target, args))
      return async (...args: unknown[]) => {
        await setImmediate()
        return Reflect.apply(value, target, args.map(withOriginals)) as unknown
      }
    },
  })
  originals.set(wrapped, target)
  return wrapped
}

function wrapIfObject(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? withOpenConnection(value) : value
}

/** The binding does not accept the wrapped statements of a batch. */
function withOriginals(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOriginals)
  return typeof value === 'object' && value !== null ? (originals.get(value) ?? value) : value
}
