import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Server } from '../fixtures/start-server.ts'

const goals: unknown[] = []
const usedTokens = new Set<string>()

/**
 * Replaces the operator's services: analytics at `/goals`, Turnstile's verification at
 * `/siteverify`. The request determines the response, so that parallel tests do not affect each
 * other.
 */
export async function startServices(origin: string): Promise<Server> {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(Number(new URL(origin).port), 'localhost')
  await once(server, 'listening')
  return { stop: async () => void server.close() }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') return void response.end(JSON.stringify(goals))
  const body = await text(request)
  if (request.url === '/goals') return storeGoal(JSON.parse(body), request, response)
  return verifyToken(new URLSearchParams(body), request, response)
}

function storeGoal(
  goal: { path: string },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  goals.push(goal)
  if (goal.path === '/contacts') request.socket.destroy()
  else if (!goal.path.startsWith('/ru')) response.writeHead(204).end()
}

function verifyToken(
  form: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const token = form.get('response') ?? ''
  if (token.startsWith('away')) return void request.socket.destroy()
  const isGood = form.get('secret') === 'turnstile-secret' && token.startsWith('person')
  const success = isGood && !usedTokens.has(token)
  usedTokens.add(token)
  const codes = success ? [] : ['timeout-or-duplicate']
  response.end(JSON.stringify({ success, 'error-codes': codes }))
}
