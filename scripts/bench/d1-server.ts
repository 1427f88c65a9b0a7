import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { databaseName, databases } from '../test/database-file.ts'
import { cpuOf } from './workerd.ts'

const statement = z.object({
  sql: z.string(),
  params: z.array(z.union([z.string(), z.number(), z.null()])),
  /** Milliseconds. */
  ms: z.number(),
})
const callList = z.array(z.array(statement))
const listening = z.object({ port: z.int() })

/** The D1 calls of a page, each with its statements. */
export type D1Calls = z.output<typeof callList>

export type D1Server = {
  readonly origin: URL
  /** CPU time of its process in milliseconds. */
  readonly cpu: () => Promise<number>
  /**
   * Records calls from now on, and waits for so many milliseconds before each. Returns the calls
   * since the last time.
   */
  readonly record: (delay?: number) => Promise<D1Calls>
  /** Stops recording, and shows or hides the pages of the Cache API. */
  readonly answer: (hasPages?: boolean) => Promise<unknown>
  readonly stop: () => void
}

/**
 * Serves the database of a data folder from another process, and the stores of KV and of the Cache
 * API, because Cloudflare runs them outside the worker. Miniflare would run the queries, and its own
 * copy of D1, in the worker's process.
 * @param isCached answers repeated reads from memory, so that their time does not count
 */
export async function startD1Server(dataFolder: string, isCached = false): Promise<D1Server> {
  const file = join(dataFolder, databases, await databaseName(dataFolder))
  const script = fileURLToPath(new URL('d1-process.ts', import.meta.url))
  const child = fork(script, [file, isCached ? 'cached' : ''])
  const [message] = await once(child, 'message')
  const origin = new URL(`http://127.0.0.1:${listening.parse(message).port}`)
  return {
    origin,
    cpu: async () => cpuOf(String(child.pid)),
    record: async (delay = 0) => {
      const answer = await fetch(new URL(`/.calls?record=1&pages=1&delay=${delay}`, origin))
      return callList.parse(await answer.json())
    },
    answer: async (hasPages = true) => fetch(new URL(`/.calls?pages=${Number(hasPages)}`, origin)),
    stop: () => void child.kill(),
  }
}
