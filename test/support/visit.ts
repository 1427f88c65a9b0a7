import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import worker from '../../src/worker.ts'

export const origin = 'http://localhost:8787'

export async function visit(
  path: string,
  init: RequestInit<IncomingRequestCfProperties> = {},
): Promise<Response> {
  return answer(new Request(origin + path, { redirect: 'manual', ...init }))
}

/** Returns the worker's response to a request, after all background work is done. */
export async function answer(
  request: Request<unknown, IncomingRequestCfProperties>,
): Promise<Response> {
  const context = createExecutionContext()
  const response = await worker.fetch(request, env, context)
  await waitOnExecutionContext(context)
  return response
}

export async function visitText(path: string): Promise<string> {
  const response = await visit(path)
  expect(response.status, path).toBe(200)
  return response.text()
}
