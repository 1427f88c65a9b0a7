import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { databaseName, databases } from '../test/database-file.ts'

export type D1Server = { readonly origin: URL; readonly stop: () => Promise<void> }

const listening = z.object({ port: z.int() })

/**
 * Serves the database of a data folder from another thread, because Cloudflare runs D1 outside the
 * worker. Miniflare would run the queries, and its own copy of D1, in the worker's process.
 */
export async function startD1Server(dataFolder: string): Promise<D1Server> {
  const file = join(dataFolder, databases, await databaseName(dataFolder))
  const thread = new Worker(new URL('d1-thread.ts', import.meta.url), { workerData: { file } })
  const [message] = await once(thread, 'message')
  const { port } = listening.parse(message)
  return {
    origin: new URL(`http://127.0.0.1:${port}`),
    stop: async () => void (await thread.terminate()),
  }
}
