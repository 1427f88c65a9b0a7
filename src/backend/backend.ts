import { Hono } from 'hono'
import { except } from 'hono/combine'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import { secureHeaders } from 'hono/secure-headers'
import { api } from '../contract/api.ts'
import { negotiateLocale } from '../shared/locale/negotiate.ts'
import { wordsOf } from '../shared/locale/words.ts'
import { listPosts, postByID } from './blog.ts'
import type { BackendEnv } from './call.ts'
import { listCountries, listRegions } from './catalogue/countries.ts'
import { listOperators } from './catalogue/operators.ts'
import { listPopularTariffs, listTariffs, tariffByID } from './catalogue/tariffs.ts'
import { backendConfig } from './config.ts'
import type { BackendConfig } from './config.ts'
import { devTools } from './dev/dev-tools.tsx'
import { esimByHash, esimInfo } from './esims/esims.ts'
import { listFaq } from './faq.ts'
import { notifyByMail } from './mail/notify.ts'
import { orderTariff } from './orders/activation.ts'
import { invoiceByID, payAgain } from './orders/invoices.ts'
import { takePaymentEvent } from './payments/callback.ts'
import { textsOfCountry, textsOfRegion } from './place-texts.ts'
import { serve } from './serve.ts'

const callbackPath = '/callbacks/payment'

/** What the world may reach where the backend is embedded: payment callbacks and, in development, the tools. */
export function isPublic(
  pathname: string,
  { DEV_TOOLS }: Pick<BackendConfig, 'DEV_TOOLS'>,
): boolean {
  return pathname === callbackPath || (DEV_TOOLS && pathname.startsWith('/dev/'))
}

/** The shop behind the storefront, over D1. `now` is the clock. */
export function createBackend(now: () => Date = () => new Date()) {
  const app = new Hono<BackendEnv>()
  app.use(except('/dev/*', strictHeaders()), withCall(now))
  serve(app, api.countries, listCountries)
  serve(app, api.regions, listRegions)
  serve(app, api.operators, listOperators)
  serve(app, api.tariffsMarketplace, listTariffs)
  serve(app, api.tariffsPopular, listPopularTariffs)
  serve(app, api.tariff, tariffByID)
  serve(app, api.activation, orderTariff)
  serve(app, api.invoice, invoiceByID)
  serve(app, api.invoicePayment, payAgain)
  serve(app, api.esim, esimByHash)
  serve(app, api.esimInfo, esimInfo)
  serve(app, api.faq, listFaq)
  serve(app, api.mailNotify, notifyByMail)
  serve(app, api.blogs, listPosts)
  serve(app, api.blog, postByID)
  serve(app, api.countryTexts, textsOfCountry)
  serve(app, api.regionTexts, textsOfRegion)
  app.post(callbackPath, async (c) => {
    const status = await takePaymentEvent(
      c.var.call,
      await c.req.text(),
      c.req.header('X-Payment-Signature'),
    )
    return c.body(null, status)
  })
  app.route('/dev', devTools())
  app.notFound((c) => c.json({ error: c.var.call.words('api.notFound') }, 404))
  app.onError((error, c) => {
    // The call itself may be what could not be made.
    const words = wordsOf(negotiateLocale(c.req.header('Accept-Language')))
    if (error instanceof HTTPException && error.status < 500)
      return c.json({ error: words('api.malformed') }, error.status)
    console.error(
      JSON.stringify({ event: 'unexpected-error', path: c.req.path, error: error.stack }),
    )
    return c.json({ error: words('api.failed') }, 500)
  })
  return app
}

export const backend = createBackend()

function withCall(now: () => Date) {
  return createMiddleware<BackendEnv>(async (c, next) => {
    const locale = negotiateLocale(c.req.header('Accept-Language'))
    const config = backendConfig(c.env)
    c.set('call', { db: c.env.DB, config, locale, words: wordsOf(locale), now: now() })
    await next()
  })
}

/** Answers are data: nothing in them is to be run, framed or kept. */
function strictHeaders() {
  const headers = secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
  })
  return createMiddleware<BackendEnv>(async (c, next) => {
    await headers(c, next)
    c.header('Cache-Control', 'no-store')
  })
}
