import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'

export type D1Server = { readonly origin: URL; readonly stop: () => Promise<void> }

/** Miniflare's folder for databases within a data folder. */
export const databases = 'v3/d1/miniflare-D1DatabaseObject'
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

/** The name of the one database in a data folder. The folder also has files of Miniflare itself. */
export async function databaseName(dataFolder: string): Promise<string> {
  const names = await readdir(join(dataFolder, databases))
  const name = names.find((each) => /^[0-9a-f]+\.sqlite$/.test(each))
  if (name === undefined) throw new Error(`${dataFolder} has no database`)
  return name
}
