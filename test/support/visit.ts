import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import worker from '../../src/worker.ts'

export const origin = 'http://localhost:8787'

/** What the whole shop answers, once what it does afterwards is done; a redirect is an answer. */
export async function visit(
  path: string,
  init: RequestInit<IncomingRequestCfProperties> = {},
): Promise<Response> {
  const context = createExecutionContext()
  const request = new Request(origin + path, { redirect: 'manual', ...init })
  const response = await worker.fetch(request, env, context)
  await waitOnExecutionContext(context)
  return response
}
