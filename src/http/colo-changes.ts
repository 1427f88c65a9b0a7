import { warnOfFailure } from '../domain/cache-failure.ts'
import { awaitInTime } from '../requests/await-in-time.ts'

/** Tells the isolates of a colo about changes to public pages, through its Cache API. */
export type ColoChanges = {
  /**
   * Returns the time of the last change in milliseconds since 1970, or null if no isolate of this
   * colo has made one within a minute.
   */
  readonly last: () => Promise<number | null>
  readonly announce: (at: number) => Promise<void>
}

/** After a minute, every isolate has read the content version again. */
const announcedFor = 'public, max-age=60'
/** Milliseconds that a page waits for the Cache API, which answers in a few. */
const timeout = 100

/** @param cache null if there is no Cache API */
export function createColoChanges(cache: Cache | null, origin: string): ColoChanges {
  const key = `${origin}/.last-change`
  const read = async () => Number(await (await cache?.match(key))?.text()) || null
  return {
    last: async () =>
      (await awaitInTime(read().catch(warnOfFailure('Cache API match')), timeout)) ?? null,
    announce: async (at) =>
      cache
        ?.put(key, new Response(String(at), { headers: { 'Cache-Control': announcedFor } }))
        .catch(warnOfFailure('Cache API put')),
  }
}
