import { createRequestHandler, RouterContextProvider } from 'react-router'
import { bindings } from '../app/bindings'
import type { Bindings } from '../app/bindings'

const handle = createRequestHandler(() => import('virtual:react-router/server-build'), 'production')

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const context = new RouterContextProvider()
    context.set(bindings, env)
    return handle(request, context)
  },
}
