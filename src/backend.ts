import { Hono } from 'hono'
import type { Context } from 'hono'
import { except } from 'hono/combine'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import { z } from 'zod'
import type { Bindings, BackendEnv, OperationRequest } from './context.ts'
import { clientAddressIn } from './kit/http.ts'
import { identPattern } from './kit/limits.shared.ts'
import { logEvent } from './kit/log.ts'
import type { UnmetDemand } from './plans/demand.shared.ts'
import { defaultLocale } from './words/locales.shared.ts'
import type { Locale } from './words/locales.shared.ts'
import { negotiateLocale } from './words/negotiate.shared.ts'
import { wordsOf } from './words/words.shared.ts'
import type { BackendConfig } from './settings.ts'
import { receiveBounces } from './messages/bounces.ts'
import type { Session } from './api/common.ts'
import { ok } from './kit/result.shared.ts'
import { sendOutbox } from './messages/send-outbox.ts'
import { operations } from './operations.ts'
import type { OperationName } from './operations.ts'
import { createContext, productionSources, visitContexts } from './create-context.ts'
import type { ContextSources } from './create-context.ts'
import { devTools } from './site/dev/dev-tools.tsx'
import { usageWebhook } from './esims/usage.ts'
import { receivePayment } from './orders/ledger.ts'
import { notFound, refuse, refusalResponse, strictHeaders } from './api/operation-result.ts'
import type { OperationResult } from './api/operation-result.ts'
import { knownReadiness } from './readiness.ts'
import {
  mailWebhookPath,
  paymentWebhookPath,
  readinessPath,
  supplierWebhookPath,
} from './api/links.ts'
import { sendOutboxAfterPost, sourceOrdersAfterWebhook } from './after-answer.ts'
import { clientAddressOf, limitBody } from './api/request-body.ts'
import { runOperation, serveOperations } from './serve-operations.ts'
import { countUnmetDemand } from './plans/unmet-demand.ts'
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
  const contextOf = visitContexts(sources)
  serveOperations(app, now)
  serveWebhooks(app)
  app.get(readinessPath, async (c) => {
    const readiness = await knownReadiness(c.var.context, c.env)
    return c.json(readiness, readiness.status === 'ready' ? 200 : 503)
  })
  app.route('/dev', devTools())
  app.notFound((c) => refusalResponse(c, notFound(c.var.context).error))
  app.onError(refuseAfterError)

  /**
   * Calls an operation for the storefront in the same worker. Throws nothing.
   * @param executionCtx the same object for all calls of a visit, whose reads share a batch
   */
  async function call(
    bindings: Bindings,
    executionCtx: Context['executionCtx'],
    name: OperationName,
    input: object,
    { session, files = {}, ...visitor }: LocalCall,
  ): Promise<OperationResult<object>> {
    try {
      const context = contextOf(bindings, executionCtx, visitor)
      const read = async () => ok({ input, files })
      const result = await runOperation(context, name, { session, read, executionCtx, clock: now })
      if (operations[name].method === 'POST') executionCtx.waitUntil(sendOutbox(context))
      return result
    } catch (error) {
      logUnexpected(operations[name].path, error)
      return refuse('internal-error', wordsOf(visitor.locale)('api.failed'))
    }
  }

  return { fetch: app.fetch, routes: app.routes, call, countDemand: countDemandWith(sources) }
}

type LocalCall = {
  readonly locale: Locale
  readonly clientAddress: string
  readonly session: Session | null
  readonly files?: OperationRequest['files']
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
      visit: c.req.raw,
    }
    c.set('context', createContext(c.env, visitor, sources))
    await next()
  })
}
