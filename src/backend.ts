import { Hono, type Context } from 'hono'
import { except } from 'hono/combine'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import { z } from 'zod'
import type { BackendEnv } from './context.ts'
import { identPattern } from './kit/limits.shared.ts'
import { negotiateLocale } from './words/negotiate.shared.ts'
import { wordsOf } from './words/words.shared.ts'
import type { BackendConfig } from './settings.ts'
import { receiveBounces } from './messages/bounces.ts'
import { createContext, productionSources, type ContextSources } from './create-context.ts'
import { devTools } from './site/dev/dev-tools.tsx'
import { usageWebhook } from './esims/usage.ts'
import { receivePayment } from './orders/ledger.ts'
import { notFound, refuse, refusalResponse, strictHeaders } from './api/operation-result.ts'
import { knownReadiness } from './readiness.ts'
import {
  mailWebhookPath,
  paymentWebhookPath,
  readinessPath,
  supplierWebhookPath,
} from './api/links.ts'
import { sendOutboxAfterPost, sourceOrdersAfterWebhook } from './after-answer.ts'
import { clientAddressOf, clientCountryOf, limitBody } from './api/request-body.ts'
import { createLocalBackend, logUnexpected, serveOperations } from './serve-operations.ts'
import { validInput } from './api/valid-input.ts'
import { serveWebhook } from './api/webhook.ts'
import { answerTest, receiveReport } from './purchases/receive-report.ts'

/** The id of a payment provider, a supplier or a carrier. */
const webhookSender = z.string().regex(identPattern(40))

/** Creates the backend. Tests pass a clock, and providers and suppliers that fail on purpose. */
export function createBackend(replaced: Partial<ContextSources> = {}) {
  const app = new Hono<BackendEnv>()
  const sources = { ...productionSources, ...replaced }
  const { now } = sources
  app.use(except(isDevTool, strictHeaders()), withContext(sources))
  app.use(sendOutboxAfterPost())
  for (const path of [`${paymentWebhookPath}*`, `${supplierWebhookPath}*`])
    app.use(path, sourceOrdersAfterWebhook(now))
  serveOperations(app, now)
  serveWebhooks(app)
  app.get(readinessPath, async (c) => {
    const readiness = await knownReadiness(c.var.context, c.env)
    return c.json(readiness, readiness.status === 'ready' ? 200 : 503)
  })
  app.route('/dev', devTools())
  app.notFound((c) => refusalResponse(c, notFound(c.var.context).error))
  app.onError(refuseAfterError)

  return { fetch: app.fetch, routes: app.routes, ...createLocalBackend(replaced) }
}

export const backend = createBackend()

/** Adds the webhooks of payment providers, suppliers, carriers and networks. */
function serveWebhooks(app: Hono<BackendEnv>): void {
  const provider = validInput('param', z.object({ provider: webhookSender }))
  app.post(`${paymentWebhookPath}:provider`, limitBody(), provider, async (c) =>
    receivePayment(c.var.context, c.req.valid('param').provider, c.req.raw),
  )
  const supplier = validInput('param', z.object({ supplier: webhookSender }))
  app.get(`${supplierWebhookPath}:supplier`, supplier, (c) =>
    answerTest(c.var.context, c.req.valid('param').supplier),
  )
  app.post(`${supplierWebhookPath}:supplier`, limitBody(), supplier, async (c) =>
    receiveReport(c.var.context, c.req.valid('param').supplier, c.req.raw),
  )
  const carrier = validInput('param', z.object({ carrier: webhookSender }))
  app.post(`${mailWebhookPath}:carrier`, limitBody(), carrier, async (c) =>
    receiveBounces(c.var.context, c.req.valid('param').carrier, c.req.raw),
  )
  serveWebhook(app, usageWebhook)
}

function refuseAfterError(error: Error, c: Context<BackendEnv>): Response {
  // An invalid configuration throws before the context is set, so this handler cannot use the
  // context.
  const words = wordsOf(negotiateLocale(c.req.header('Accept-Language')))
  // The validators throw this error for a body that is not JSON.
  if (error instanceof HTTPException && error.status === 400)
    return refusalResponse(c, refuse('malformed', words('api.malformed')).error)
  logUnexpected(routePath(c, -1), error)
  return refusalResponse(c, refuse('internal-error', words('api.failed')).error)
}

/** Avoids path patterns, because hono's `except` matches them with a second router per request. */
function isDevTool({ req }: Context<BackendEnv>): boolean {
  return req.path.startsWith('/dev/')
}

function withContext(sources: ContextSources) {
  return createMiddleware<BackendEnv>(async (c, next) => {
    const visitor = {
      locale: negotiateLocale(c.req.header('Accept-Language')),
      addressOf: (config: BackendConfig) => clientAddressOf(c, config),
      countryOf: (config: BackendConfig) => clientCountryOf(c, config),
      visit: c.req.raw,
    }
    c.set('context', createContext(c.env, visitor, sources))
    await next()
  })
}
