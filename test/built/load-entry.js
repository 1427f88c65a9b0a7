import { env } from 'cloudflare:workers'
import worker from './index.js'

const fetchOutside = globalThis.fetch
/** Redirects calls to Stripe's API to the local server of the test. */
globalThis.fetch = (input, init) => {
  const request = new Request(input, init)
  const { hostname, pathname, search } = new URL(request.url)
  if (hostname !== 'api.stripe.com') return fetchOutside(request)
  return fetchOutside(new Request(env.OUTSIDE + pathname + search, request))
}

/** The shop with endpoints for tests. */
export default {
  async fetch(request, bindings, context) {
    const { pathname } = new URL(request.url)
    if (pathname === '/.jobs') {
      await worker.scheduled({ scheduledTime: Date.now() }, bindings, context)
      return new Response('done')
    }
    if (pathname !== '/.rows') return worker.fetch(request, bindings, context)
    const { results } = await bindings.DB.prepare(await request.text()).all()
    return Response.json(results)
  },
}
