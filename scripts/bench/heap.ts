import { once } from 'node:events'
import { z } from 'zod'

const targets = z.array(z.object({ title: z.string(), webSocketDebuggerUrl: z.string() }))
const message = z.union([
  z.object({
    method: z.literal('HeapProfiler.addHeapSnapshotChunk'),
    params: z.object({ chunk: z.string() }),
  }),
  z.object({ id: z.literal(1), error: z.object({ message: z.string() }).optional() }),
])
const snapshot = z.object({
  snapshot: z.object({ meta: z.object({ node_fields: z.array(z.string()) }) }),
  nodes: z.array(z.number()),
})

/**
 * Returns the bytes of the objects and buffers that the worker's isolate can reach. Adds them up in
 * a snapshot of its heap, because `Runtime.getHeapUsage` counts buffers that no object holds: after
 * a garbage collection 38 to 100 MB, where 22 MB could be reached.
 */
export async function heapOf(inspector: URL): Promise<number> {
  const list = await fetch(new URL('/json', inspector.href.replace(/^ws/, 'http')))
  const target = targets.parse(await list.json()).find(({ title }) => title.includes('core:user'))
  if (!target)
    throw new Error(
      `${inspector.host} lists no target "core:user", the worker. Check the title in scripts/bench/heap.ts.`,
    )
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await once(socket, 'open')
  const chunks: string[] = []
  const taken = new Promise<void>((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => {
      const found = message.safeParse(JSON.parse(String(data))).data
      if (!found) return
      if ('params' in found) chunks.push(found.params.chunk)
      else if (found.error) reject(new Error(found.error.message))
      else resolve()
    })
  })
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.takeHeapSnapshot', params: {} }))
  await taken
  socket.close()
  return bytesIn(chunks.join(''))
}

function bytesIn(text: string): number {
  const { nodes, snapshot: header } = snapshot.parse(JSON.parse(text))
  const fields = header.meta.node_fields
  const size = fields.indexOf('self_size')
  return nodes.reduce(
    (sum, value, index) => (index % fields.length === size ? sum + value : sum),
    0,
  )
}
