import { Hono } from 'hono'
import { except } from 'hono/combine'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import { secureHeaders } from 'hono/secure-headers'
import { api } from '../contract/operations.ts'
import { clientAddressHeader } from '../contract/endpoint.ts'
import { logEvent } from '../domain/log-event.ts'
import { negotiateLocale } from '../locale/negotiate.ts'
import { wordsOf } from '../locale/words.ts'
import { listPosts, postByID } from './texts/blog.ts'
import { callback } from './routing/webhook.ts'
import type { BackendEnv } from './context.ts'
import { listCountries, listRegions } from './catalogue/countries.ts'
import { listOperators } from './catalogue/operators.ts'
import { listTariffIndex } from './catalogue/tariff-index.ts'
import { listPopularTariffs, listTariffs, tariffByID } from './catalogue/tariffs.ts'
import type { Bindings } from '../config/bindings.ts'
import { backendConfig } from '../config/backend-config.ts'
import type { BackendConfig } from '../config/backend-config.ts'
import { listCustomerEsims, logOut, profile, setPassword } from './customers/account.ts'
import {
  authByCode,
  confirmRegistration,
  loginByPassword,
  sendCustomerCode,
} from './customers/customer-sign-in.ts'
import { devTools } from './dev-tools/dev-tools.tsx'
import { esimByHash, esimInfo } from './esims/esims.ts'
import { resendEsim } from './esims/resend-esim.ts'
import { takeUsageEvent } from './esims/usage-webhook.ts'
import { listFaq, reviewAnswer } from './texts/faq.ts'
import { notifyByMail } from './mail/contact-message.ts'
import { sendOutbox } from './mail/send-outbox.ts'
import { orderTariff } from './orders/activation.ts'
import { deliverWaiting } from './orders/delivery.ts'
import { invoiceByID, payAgain } from './orders/invoices.ts'
import { takePaymentEvent } from './orders/payment-webhook.ts'
import { textsOfCountry, textsOfRegion } from './texts/place-texts.ts'
import { referrerAccount } from './referrers/referrers.ts'
import { confirmReferrer, logOutReferrer, sendReferrerCode } from './referrers/referrer-sign-in.ts'
import { listTransactions, withdraw } from './referrers/transactions.ts'
import { serve } from './routing/serve-operation.ts'

const paymentCallback = '/callbacks/payment'
const usageCallback = '/callbacks/usage'

/** What the world may reach where the backend is embedded: callbacks of payments and networks and, in development, the tools. */
export function isPublic(
  pathname: string,
  { DEV_TOOLS }: Pick<BackendConfig, 'DEV_TOOLS'>,
): boolean {
  const isCallback = pathname === paymentCallback || pathname === usageCallback
  return isCallback || (DEV_TOOLS && pathname.startsWith('/dev/'))
}

/** The shop behind the storefront, over D1. `now` is the clock. */
export function createBackend(now: () => Date = () => new Date()) {
  const app = new Hono<BackendEnv>()
  app.use(except('/dev/*', strictHeaders()), withCall(now), sendWhatWasWritten())
  serve(app, api.countries, listCountries)
  serve(app, api.regions, listRegions)
  serve(app, api.operators, listOperators)
  serve(app, api.tariffsMarketplace, listTariffs)
  serve(app, api.tariffsPopular, listPopularTariffs)
  serve(app, api.tariffIndex, listTariffIndex)
  serve(app, api.tariff, tariffByID)
  serve(app, api.activation, orderTariff)
  serve(app, api.invoice, invoiceByID)
  serve(app, api.invoicePayment, payAgain)
  serve(app, api.esim, esimByHash)
  serve(app, api.esimInfo, esimInfo)
  serve(app, api.faq, listFaq)
  serve(app, api.faqReview, reviewAnswer)
  serve(app, api.mailNotify, notifyByMail)
  serve(app, api.blogs, listPosts)
  serve(app, api.blog, postByID)
  serve(app, api.countryTexts, textsOfCountry)
  serve(app, api.regionTexts, textsOfRegion)
  serve(app, api.esimResend, resendEsim)
  serve(app, api.referrer, referrerAccount)
  serve(app, api.referrerLogout, logOutReferrer)
  serve(app, api.referrerCodeSend, sendReferrerCode)
  serve(app, api.referrerConfirm, confirmReferrer)
  serve(app, api.referrerTransactions, listTransactions)
  serve(app, api.referrerWithdrawal, withdraw)
  serve(app, api.passwordLogin, loginByPassword)
  serve(app, api.passwordLogout, logOut)
  serve(app, api.passwordUser, profile)
  serve(app, api.customerCodeSend, sendCustomerCode)
  serve(app, api.customerAuth, authByCode)
  serve(app, api.registerConfirm, confirmRegistration)
  serve(app, api.customerLogout, logOut)
  serve(app, api.customerProfile, profile)
  serve(app, api.customerPassword, setPassword)
  serve(app, api.customerEsims, listCustomerEsims)
  app.post(paymentCallback, callback('X-Payment-Signature', takePaymentEvent))
  app.post(usageCallback, callback('X-Usage-Signature', takeUsageEvent))
  app.route('/dev', devTools())
  app.notFound((c) => c.json({ error: c.var.call.words('api.notFound') }, 404))
  app.onError((error, c) => {
    // The call itself may be what could not be made.
    const words = wordsOf(negotiateLocale(c.req.header('Accept-Language')))
    if (error instanceof HTTPException && error.status < 500)
      return c.json({ error: words('api.malformed') }, error.status)
    logEvent({ event: 'unexpected-error', path: c.req.path, error: error.stack })
    return c.json({ error: words('api.failed') }, 500)
  })
  return app
}

export const backend = createBackend()

function withCall(now: () => Date) {
  return createMiddleware<BackendEnv>(async (c, next) => {
    const locale = negotiateLocale(c.req.header('Accept-Language'))
    const config = backendConfig(c.env)
    c.set('call', {
      db: c.env.DB,
      uploads: c.env.UPLOADS,
      config,
      locale,
      words: wordsOf(locale),
      now: now(),
      clientAddress: c.req.header(clientAddressHeader) ?? '',
    })
    await next()
  })
}

/** Mail goes out right after the call that wrote it; what fails waits for the minute's round (`everyMinute`). */
function sendWhatWasWritten() {
  return createMiddleware<BackendEnv>(async (c, next) => {
    await next()
    const { db, config, now } = c.var.call
    if (c.req.method === 'POST') c.executionCtx.waitUntil(sendOutbox(db, config, now))
  })
}

/** What the shop does by itself: sends what waits, issues what was paid and cut off, forgets what has expired. */
export async function everyMinute(env: Bindings, now: Date): Promise<void> {
  const { DB: db } = env
  const config = backendConfig(env)
  await deliverWaiting({ db, config, now })
  await sendOutbox(db, config, now)
  const hourAgo = new Date(now.getTime() - 3_600_000).toISOString()
  await db.batch([
    db.prepare('DELETE FROM sessions WHERE expires_at < ?').bind(now.toISOString()),
    db.prepare('DELETE FROM codes WHERE expires_at < ?').bind(hourAgo),
    db.prepare('DELETE FROM counters WHERE hour < ?').bind(hourAgo.slice(0, 13)),
  ])
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
