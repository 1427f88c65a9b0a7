import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter } from 'react-router'
import type { EntryContext } from 'react-router'

/** Copied from React Router's template for Cloudflare, without the special case for bots. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />)
  headers.set('Content-Type', 'text/html')
  return new Response(body, { headers, status })
}
