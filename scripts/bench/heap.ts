import { once } from 'node:events'
import { z } from 'zod'

const targets = z.array(z.object({ title: z.string(), webSocketDebuggerUrl: z.string() }))
const usage = z.object({
  id: z.literal(2),
  result: z.object({ usedSize: z.number(), backingStorageSize: z.number() }),
})

/** Returns the bytes of objects and buffers in the worker's isolate after a garbage collection. */
export async function heapOf(inspector: URL): Promise<number> {
  const list = await fetch(new URL('/json', inspector.href.replace(/^ws/, 'http')))
  const target = targets.parse(await list.json()).find(({ title }) => title.includes('core:user'))
  if (!target)
    throw new Error(
      `${inspector.host} lists no target "core:user", the worker. Check the title in scripts/bench/heap.ts.`,
    )
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await once(socket, 'open')
  const found = new Promise<number>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const answer = usage.safeParse(JSON.parse(String(data))).data
      if (answer) resolve(answer.result.usedSize + answer.result.backingStorageSize)
    })
  })
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  socket.send(JSON.stringify({ id: 2, method: 'Runtime.getHeapUsage' }))
  const bytes = await found
  socket.close()
  return bytes
}
