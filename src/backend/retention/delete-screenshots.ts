import { retention } from '../../domain/retention.ts'

/** Minute of the hour. The bucket is listed only once an hour, because R2 bills each list. */
const minute = 17

/** Deletes old screenshots once an hour. */
export async function deleteScreenshots(uploads: R2Bucket, now: Date): Promise<void> {
  if (now.getUTCMinutes() !== minute) return
  const oldest = now.getTime() - retention.contactMessages
  let cursor: string | undefined
  do {
    const page = await uploads.list({ prefix: 'screenshots/', ...(cursor ? { cursor } : {}) })
    const old = page.objects.filter(({ uploaded }) => uploaded.getTime() < oldest)
    // R2 deletes at most 1,000 objects per call, which is the page size of a list.
    if (old.length > 0) await uploads.delete(old.map(({ key }) => key))
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor !== undefined)
}
