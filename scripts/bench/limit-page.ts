import { randomBytes } from 'node:crypto'
import { startLocalServer } from '../test/local-server.ts'
import type { LocalServer } from '../test/local-server.ts'
import { compressLikeEdge } from './edge.ts'

/** Serves a text page whose compressed size is at most `bytes`. */
export async function startLimit(bytes: number): Promise<LocalServer> {
  const start =
    '<!doctype html><meta charset="utf-8"><title>Limit</title><p style="word-break:break-all">'
  let text = randomBytes(bytes).toString('base64')
  while (compressLikeEdge(Buffer.from(start + text)).byteLength > bytes) text = text.slice(0, -100)
  const body = compressLikeEdge(Buffer.from(start + text))
  return startLocalServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' }).end(body)
  })
}
