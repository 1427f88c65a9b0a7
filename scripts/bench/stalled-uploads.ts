import { request } from 'node:http'
import type { ClientRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { maxScreenshotBytes } from '../../src/messages/mail-notify.ts'
import { buildIfChanged } from '../build/built-sources.ts'
import { prepareDataFolder } from '../start/data-folder.ts'
import { startInspectedShop } from './workerd.ts'

/**
 * Measures the memory of workerd while uploads stall. Visitors from different networks each send a
 * form with a large file, and wait before its end. Prints the growth of the isolate's memory after
 * a garbage collection while the uploads stall. Prints the growth of the process while the uploads
 * stall and while they finish.
 */
const dataFolder = '.cache/bench/shop'
const boundary = 'x'
const fields = ['topic', 'support', 'name', 'Ada', 'email', 'a@example.com', 'message', 'Slow']
const formStart = `${fields.map(partOf).join('')}--${boundary}\r
Content-Disposition: form-data; name="screenshot"; filename="a.png"\r\n\r\n`
const formEnd = `\r\n--${boundary}--\r\n`

await buildIfChanged()
await prepareDataFolder(dataFolder)
console.log('| file | uploads | Content-Length | isolate | stalled | finished |')
console.log('| --: | --: | --- | --: | --: | --: |')
for (const bytes of [maxScreenshotBytes, 19 * 1024 * 1024])
  for (const visitors of [8, 64])
    for (const isAnnounced of [true, false]) await measure({ bytes, visitors, isAnnounced })

type Uploads = {
  readonly bytes: number
  readonly visitors: number
  /** Whether the uploads have a Content-Length header. */
  readonly isAnnounced: boolean
}

type StalledUpload = { readonly upload: ClientRequest; readonly closed: Promise<void> }

async function measure(uploads: Uploads): Promise<void> {
  const shop = await startInspectedShop(dataFolder)
  try {
    // Loads the modules that the first form needs.
    const first = { bytes: 1000, visitors: 8, isAnnounced: false }
    await Promise.all(openUploads(shop.origin, first).map(finish))
    const [before, heapBefore] = [await shop.memory(), await shop.heap()]
    const opened = openUploads(shop.origin, uploads)
    const stalled = await highestOf(shop.memory, 4000)
    const heap = await shop.heap()
    const finished = Promise.all(opened.map(finish))
    const [peak] = await Promise.all([highestOf(shop.memory, 4000), finished])
    const { bytes, visitors, isAnnounced } = uploads
    const [file, ...grown] = [bytes, heap - heapBefore, stalled - before, peak - before].map(
      formatMegabytes,
    )
    const length = isAnnounced ? 'yes' : 'no'
    console.log(`| ${[file, visitors, length, ...grown].join(' | ')} |`)
  } finally {
    await shop.stop()
  }
}

function openUploads(origin: string, { bytes, visitors, isAnnounced }: Uploads): StalledUpload[] {
  const file = Buffer.alloc(bytes)
  const length = Buffer.byteLength(formStart) + bytes + Buffer.byteLength(formEnd)
  const uploads = Array.from({ length: visitors }, (_, number) => {
    const headers = {
      Origin: origin,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'CF-Connecting-IP': `192.0.2.${number + 1}`,
      ...(isAnnounced && { 'Content-Length': length }),
    }
    const upload = request(`${origin}/contacts`, { method: 'POST', headers })
    upload.on('error', () => undefined) // a response before the end of the body
    upload.on('response', (response) => response.resume())
    return { upload, closed: new Promise<void>((resolve) => upload.on('close', resolve)) }
  })
  for (const { upload } of uploads) {
    upload.write(formStart)
    upload.write(file)
  }
  return uploads
}

function partOf(text: string, index: number): string {
  return index % 2 === 0
    ? `--${boundary}\r\nContent-Disposition: form-data; name="${text}"\r\n\r\n`
    : `${text}\r\n`
}

async function finish({ upload, closed }: StalledUpload): Promise<void> {
  upload.end(formEnd)
  await closed
}

/** Returns the highest memory use within `milliseconds`, in bytes. */
async function highestOf(memory: () => Promise<number>, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds
  let highest = 0
  while (performance.now() < end) {
    highest = Math.max(highest, await memory())
    await wait(50)
  }
  return highest
}

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`
}
