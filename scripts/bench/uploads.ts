import { request } from 'node:http'
import type { ClientRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { maxScreenshotBytes } from '../../src/messages/operations.ts'
import type { Bench } from './bench.ts'
import { sampleShop } from './checkout.ts'
import type { BenchResult, BenchRow } from './results.ts'
import { startShop } from './workerd.ts'

type StalledUpload = { readonly form: ClientRequest; readonly closed: Promise<void> }

const megabyte = 1024 ** 2
const boundary = 'x'
const fields = { topic: 'support', name: 'Ada', email: 'a@example.com', message: 'Slow' }
const formStart = `${Object.entries(fields)
  .map(([name, text]) => `${partOf(name)}\r\n\r\n${text}\r\n`)
  .join('')}${partOf('screenshot')}; filename="a.png"\r\n\r\n`
const formEnd = `\r\n--${boundary}--\r\n`

/**
 * Measures the memory of workerd while uploads stall: visitors from different networks each send a
 * form with a large file, wait before its end, and finish together.
 */
export async function measureUploads({ checkouts }: Bench): Promise<BenchResult> {
  const folder = await sampleShop(checkouts[0])
  const rows: BenchRow[] = []
  for (const bytes of [maxScreenshotBytes, 19 * megabyte])
    for (const visitors of [8, 64]) rows.push(await measureStalled(folder, bytes, visitors))
  return { rows }
}

async function measureStalled(folder: string, bytes: number, visitors: number): Promise<BenchRow> {
  const shop = await startShop(folder)
  try {
    // Loads the modules that the first form needs.
    await Promise.all(openUploads(shop.origin, 1000, 8).map(finish))
    const before = await shop.memory()
    const opened = openUploads(shop.origin, bytes, visitors)
    const stalled = await highestOf(shop.memory)
    const finished = Promise.all(opened.map(finish))
    const [peak] = await Promise.all([highestOf(shop.memory), finished])
    return {
      'file, MB': bytes / megabyte,
      uploads: visitors,
      'stalled, MB': (stalled - before) / megabyte,
      'finished, MB': (peak - before) / megabyte,
    }
  } finally {
    await shop.stop()
  }
}

function openUploads(origin: string, bytes: number, visitors: number): StalledUpload[] {
  const file = Buffer.alloc(bytes)
  return Array.from({ length: visitors }, (_, number) => {
    const headers = {
      Origin: origin,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'CF-Connecting-IP': `192.0.2.${number + 1}`,
    }
    const form = request(`${origin}/contacts`, { method: 'POST', headers })
    form.on('error', () => undefined) // a response before the end of the body
    form.on('response', (response) => response.resume())
    form.write(formStart)
    form.write(file)
    return { form, closed: new Promise<void>((resolve) => form.on('close', resolve)) }
  })
}

function partOf(name: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`
}

async function finish({ form, closed }: StalledUpload): Promise<void> {
  form.end(formEnd)
  await closed
}

/** Returns the highest memory use within four seconds, in bytes. */
async function highestOf(memory: () => Promise<number>): Promise<number> {
  const end = performance.now() + 4000
  let highest = 0
  while (performance.now() < end) {
    highest = Math.max(highest, await memory())
    await wait(50)
  }
  return highest
}
