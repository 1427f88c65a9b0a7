import { request } from 'node:http'
import type { ClientRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { maxScreenshotBytes } from '../../src/contract/mail-notify.ts'
import { buildIfChanged } from '../start/build.ts'
import { prepareDataFolder } from '../start/data-folder.ts'
import { startShop } from './workerd.ts'

/**
 * Memory of workerd while uploads stall: each visitor of another network sends all but the end of a
 * form with a large file and then waits. Prints how much the process grew.
 */
const visitors = Number(process.env['BENCH_UPLOADS'] ?? 8)
const dataFolder = '.cache/bench/shop'
const boundary = 'x'
const fields = ['topic', 'support', 'name', 'Ada', 'email', 'a@example.com', 'message', 'Slow']

await buildIfChanged()
await prepareDataFolder(dataFolder)
console.log('| file | stalled | finished |')
console.log('| --- | --: | --: |')
for (const bytes of [maxScreenshotBytes, 19 * 1024 * 1024]) await measure(bytes)

async function measure(bytes: number): Promise<void> {
  const shop = await startShop(dataFolder)
  try {
    // Loads what any first form loads.
    await Promise.all((await openUploads(shop.origin, 1000)).map(finish))
    const before = await shop.memory()
    const uploads = await openUploads(shop.origin, bytes)
    const stalled = await highestOf(shop.memory, 4000)
    const finished = Promise.all(uploads.map(finish))
    const [peak] = await Promise.all([highestOf(shop.memory, 4000), finished])
    const cells = [bytes, stalled - before, peak - before].map(megabytes)
    console.log(`| ${cells.join(' | ')} |`)
  } finally {
    await shop.stop()
  }
}

async function openUploads(origin: string, bytes: number): Promise<ClientRequest[]> {
  const uploads = Array.from({ length: visitors }, (_, number) => {
    const headers = {
      Origin: origin,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'CF-Connecting-IP': `192.0.2.${number + 1}`,
    }
    const upload = request(`${origin}/contacts`, { method: 'POST', headers })
    upload.on('error', () => undefined) // an answer before the end of the body
    return upload
  })
  for (const upload of uploads) {
    upload.write(fields.map(partOf).join(''))
    upload.write(
      `--${boundary}\r\nContent-Disposition: form-data; name="screenshot"; filename="a.png"\r\n\r\n`,
    )
    upload.write(Buffer.alloc(bytes))
  }
  return uploads
}

function partOf(text: string, index: number): string {
  return index % 2 === 0
    ? `--${boundary}\r\nContent-Disposition: form-data; name="${text}"\r\n\r\n`
    : `${text}\r\n`
}

function finish(upload: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    upload.on('response', (response) => response.resume().on('close', resolve))
    upload.on('close', resolve)
    upload.end(`\r\n--${boundary}--\r\n`)
  })
}

/** The highest memory within a time, in bytes. */
async function highestOf(memory: () => Promise<number>, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds
  let highest = 0
  while (performance.now() < end) {
    highest = Math.max(highest, await memory())
    await wait(50)
  }
  return highest
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`
}
