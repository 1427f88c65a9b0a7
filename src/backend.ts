import { Hono } from 'hono'
import type { Context } from 'hono'
import { except } from 'hono/combine'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import { z } from 'zod'
import type { Bindings } from './bindings.ts'
import type { DirectAnswer, Reader } from './api/direct-read.ts'
import type { Endpoint } from './api/endpoint.ts'
import { clientAddressIn } from './kit/http.ts'
import { identPattern } from './kit/limits.shared.ts'
import { logEvent } from './kit/log.ts'
import type { UnmetDemand } from './plans/demand.shared.ts'
import { defaultLocale } from './words/locales.shared.ts'
import { negotiateLocale } from './words/negotiate.shared.ts'
import { wordsOf } from './words/words.shared.ts'
import type { BackendConfig } from './settings.ts'
import { receiveBounces } from './messages/bounces.ts'
import type { BackendEnv } from './context.ts'
import { createContext, productionSources, visitContexts } from './create-context.ts'
import type { ContextSources } from './create-context.ts'
import { devTools } from './site/dev/dev-tools.tsx'
import { usageWebhook } from './esims/usage-webhook.ts'
import { receivePayment } from './orders/ledger.ts'
import { notFound, refuse } from './api/operation-result.ts'
import { knownReadiness } from './readiness.ts'
import {
  mailWebhookPath,
  paymentWebhookPath,
  readinessPath,
  supplierWebhookPath,
} from './api/links.ts'
import {
  sendOutboxAfterPost,
  sourceOrdersAfterWebhook,
  sourceOrdersOnRequest,
} from './after-answer.ts'
import { clientAddressOf } from './api/client-address.ts'
import { refusalResponse, strictHeaders } from './api/responses.ts'
import { refusalAnswer } from './serve-operation.ts'
import type { DirectReads } from './serve-operation.ts'
import { serveOperations } from './serve-operations.ts'
import { countUnmetDemand } from './plans/unmet-demand.ts'
import { requestBody } from './api/request-body.ts'
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
  app.use(sourceOrdersOnRequest(now))
  const reads: DirectReads = new Map()
  const contextOf = visitContexts(sources)
  serveOperations({ app, reads })
  serveWebhooks(app)
  app.get(readinessPath, async (c) => {
    const readiness = await knownReadiness(c.var.context, c.env)
    return c.json(readiness, readiness.status === 'ready' ? 200 : 503)
  })
  app.route('/dev', devTools())
  app.notFound((c) => refusalResponse(c, notFound(c.var.context).error))
  app.onError(refuseAfterError)

  /** Implements `DirectRead`. `visit` is the same object for all calls of a visit. */
  async function read(
    bindings: Bindings,
    visit: object,
    endpoint: Endpoint,
    input: object,
    reader: Reader,
  ): Promise<DirectAnswer | null> {
    const run = reads.get(endpoint)
    if (!run) return null
    try {
      return await run(contextOf(bindings, visit, reader), input)
    } catch (error) {
      logUnexpected(endpoint.path, error)
      return refusalAnswer(refuse('internal-error', wordsOf(reader.locale)('api.failed')).error)
    }
  }

  return { fetch: app.fetch, routes: app.routes, read, countDemand: countDemandWith(sources) }
}

export const backend = createBackend()

/** Returns a function that counts unmet demand. It only logs its failures. */
function countDemandWith(sources: ContextSources) {
  return async (
    bindings: Bindings,
    request: Request,
    demands: readonly UnmetDemand[],
  ): Promise<void> => {
    const addressOf = () => clientAddressIn(request.headers)
    const visitor = { locale: defaultLocale, addressOf, visit: request } as const
    try {
      await countUnmetDemand(createContext(bindings, visitor, sources), demands)
    } catch (error) {
      logEvent({ event: 'demand-not-counted', error: String(error) })
    }
  }
}

/** Adds the webhooks of payment providers, suppliers, carriers and networks. */
function serveWebhooks(app: Hono<BackendEnv>): void {
  const provider = validInput('param', z.object({ provider: webhookSender }))
  app.post(`${paymentWebhookPath}:provider`, requestBody(), provider, async (c) =>
    receivePayment(c.var.context, c.req.valid('param').provider, c.req.raw),
  )
  const supplier = validInput('param', z.object({ supplier: webhookSender }))
  app.get(`${supplierWebhookPath}:supplier`, supplier, (c) =>
    answerTest(c.var.context, c.req.valid('param').supplier),
  )
  app.post(`${supplierWebhookPath}:supplier`, requestBody(), supplier, async (c) =>
    receiveReport(c.var.context, c.req.valid('param').supplier, c.req.raw),
  )
  const carrier = validInput('param', z.object({ carrier: webhookSender }))
  app.post(`${mailWebhookPath}:carrier`, requestBody(), carrier, async (c) =>
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

function logUnexpected(route: string, error: unknown): void {
  const text = error instanceof Error ? error.stack : String(error)
  logEvent({ event: 'unexpected-error', route, error: text })
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
      // A storefront in the same worker uses one execution context for all calls of a visit.
      visit: c.env.isInProcess ? c.executionCtx : c.req.raw,
    }
    c.set('context', createContext(c.env, visitor, sources))
    await next()
  })
}
