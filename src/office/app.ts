import { Hono, type Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { secureHeaders } from 'hono/secure-headers'
import { z } from 'zod'
import { timeAfter } from '../kit/time.shared.ts'
import { sendEvents, sendOutbox } from '../messages/send-outbox.ts'
import { seesMoney } from '../api/staff.ts'
import { createContext, productionSources, type ContextSources } from '../create-context.ts'
import {
  clientAddressIn,
  isSameOrigin,
  forbidIndexing,
  strictTransportSecurity,
  cacheControl,
} from '../kit/http.ts'
import { logEvent, logSecurity } from '../kit/log.ts'
import { alertsScreen, todayScreen } from './today.tsx'
import { failedScreen } from '../messages/office-failed.tsx'
import { redirectToHttps } from '../site/middleware.ts'
import { officePages, isInOffice, officeHref } from '../words/office-paths.ts'
import { officeWordsOf, type OfficeEnv, type DraftRenderer } from './office-context.tsx'
import { textScreen } from '../texts/office-text-actions.tsx'
import { textsScreen } from '../texts/office-texts.tsx'
import { importsScreen } from '../plans/office-imports.tsx'
import { showFailure, showRefusal } from './refusal.tsx'
import { messageScreen, messagesScreen, screenshotFile } from '../messages/office-messages.tsx'
import { customerScreen, customersScreen } from './office-customers.tsx'
import { webhookScreen, webhooksScreen } from '../messages/office-webhooks.tsx'
import { funnelDownload, funnelScreen } from './funnel.tsx'
import { documentsDownload, moneyScreen, paymentsDownload, taxesDownload } from './money.tsx'
import { payoutsDownload, payoutsScreen } from './payouts.tsx'
import { orderScreen } from '../orders/office-order.tsx'
import { esimsScreen } from '../esims/office-esims.tsx'
import { ordersScreen } from '../orders/office-orders.tsx'
import { partnerScreen } from '../partners/office-partner.tsx'
import { partnersScreen } from '../partners/office-partners.tsx'
import { planScreen } from '../plans/office-plan.tsx'
import { plansScreen } from '../plans/office-plans.tsx'
import { reviewsScreen } from '../reviews/office.tsx'
import { pricesScreen } from '../plans/office-prices.tsx'
import { vatRatesScreen } from '../orders/office-vat-rates.tsx'
import { promoCodesScreen } from '../orders/office-promo-codes.tsx'
import { bulkScreen } from './bulk.tsx'
import { apiKeysScreen } from '../accounts/office-api-keys.tsx'
import { voucherFile, voucherScreen, vouchersScreen } from '../orders/office-vouchers.tsx'
import { settingsScreen } from './settings.tsx'
import {
  localSignIn,
  localSignInPage,
  signOutLocally,
  LocalSessions,
  requireStaff,
  viewAs,
} from './sign-in.tsx'
import { suppliersScreen } from '../plans/office-suppliers.tsx'
import { routeOf } from '../words/page-table.ts'
import { officeStyleHash } from './document.tsx'
import { pageOfForm } from '../kit/redirect-target.ts'
import { cookies, readCookie, storeCookie } from '../site/cookies.ts'
import { confirmOwnForms } from '../site/form-notices.ts'
import { locales } from '../words/locales.shared.ts'
import { negotiateLocale } from '../words/negotiate.shared.ts'
import { maxStrangerForm } from './form-body.ts'
import { formPost } from './routing.ts'
import type { OfficeScreen } from './resource.tsx'

/** Tests pass a clock, and providers and suppliers that fail on purpose. */
type OfficeOptions = Partial<ContextSources> & {
  /** Called after a form of a signed-in person, which may have changed public pages. */
  readonly onChange?: () => void
}

/** Creates the back office. */
export function createOffice(
  renderDraft: DraftRenderer,
  { onChange = () => undefined, ...sources }: OfficeOptions = {},
) {
  const sessions = new LocalSessions()
  // Without `strict`, `/admin/` is the same page as `/admin`.
  const app = new Hono<OfficeEnv>({ strict: false })
  app.use(
    withOfficeLocale(),
    withContext({ ...productionSources, ...sources }, renderDraft),
    withOfficeHeaders(),
    requireHttps(),
    rejectForeignForms(),
  )
  // Needs no sign-in, because the pages that refuse a visitor have the switch too. It only sets a
  // cookie.
  app.post(officePages.locale.path, ...localeSwitch)
  app.get(officePages.signIn.path, ...localSignInPage)
  app.post(officePages.signIn.path, ...localSignIn(sessions))
  app.use(
    requireStaff(sessions),
    confirmOwnForms((c) => c.var.context.config),
    finishPost(onChange),
  )
  app.post(officePages.signOut.path, (c) => signOutLocally(c, sessions))
  app.post(officePages.viewAs.path, ...viewAs)
  for (const path of [`${officePages.money.path}/*`, officePages.vatRates.path])
    app.use(path, requireMoneyRole())
  for (const mount of screens) mount(app)
  app.notFound((c) => showRefusal(c, 'notFound', 404))
  app.onError((error, c) => {
    logEvent({ event: 'unexpected-error', route: routePath(c, -1), error: error.stack })
    return showFailure(c)
  })
  return app
}

/** The pages and actions for people who are signed in. */
const screens: readonly OfficeScreen[] = [
  todayScreen,
  alertsScreen,
  failedScreen,
  ordersScreen,
  orderScreen,
  esimsScreen,
  customersScreen,
  customerScreen,
  plansScreen,
  planScreen,
  importsScreen,
  promoCodesScreen,
  vouchersScreen,
  voucherScreen,
  voucherFile,
  pricesScreen,
  suppliersScreen,
  partnersScreen,
  partnerScreen,
  moneyScreen,
  paymentsDownload,
  documentsDownload,
  taxesDownload,
  payoutsScreen,
  payoutsDownload,
  funnelScreen,
  funnelDownload,
  vatRatesScreen,
  textsScreen,
  textScreen,
  messagesScreen,
  screenshotFile,
  messageScreen,
  reviewsScreen,
  settingsScreen,
  webhooksScreen,
  webhookScreen,
  apiKeysScreen,
  bulkScreen,
]

function withContext(sources: ContextSources, renderDraft: DraftRenderer) {
  return createMiddleware<OfficeEnv>(async (c, next) => {
    const addressOf = () => clientAddressIn(c.req.raw.headers)
    c.set(
      'context',
      createContext(c.env, { locale: c.var.locale, addressOf, visit: c.req.raw }, sources),
    )
    c.set('renderDraft', renderDraft)
    await next()
  })
}

/** Like the shop, redirects plain HTTP, over which orders could be read and forms changed. */
function requireHttps() {
  return createMiddleware<OfficeEnv>(async (c, next) =>
    redirectToHttps(c.var.context.config.SITE_ORIGIN)(c, next),
  )
}

function requireMoneyRole() {
  return createMiddleware<OfficeEnv>(async (c, next) =>
    seesMoney(c.var.person) ? next() : showRefusal(c, 'accounts', 403),
  )
}

/** Milliseconds in which events are sent after a form. Another call can take ten seconds of the 30. */
const eventBudget = 5000

/** Reports the change of an action, and sends its emails and events at once. */
function finishPost(onChange: NonNullable<OfficeOptions['onChange']>) {
  return createMiddleware<OfficeEnv>(async (c: Context<OfficeEnv>, next) => {
    await next()
    if (c.req.method !== 'POST') return
    if (c.res.status < 400) onChange()
    const { context } = c.var
    const start = Date.now()
    const clock = () => timeAfter(context.now, Date.now() - start)
    const events = sendEvents({ ...context, clock }, eventBudget)
    c.executionCtx.waitUntil(Promise.all([sendOutbox(context), events]))
  })
}

/**
 * Allows pages to load one style, by its hash, and pictures of this origin. Caches must not store
 * pages.
 */
function withOfficeHeaders() {
  return createMiddleware<OfficeEnv>(async (c, next) => {
    const headers = secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: [await officeStyleHash()],
        imgSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      strictTransportSecurity,
      referrerPolicy: 'same-origin',
      xFrameOptions: 'DENY',
    })
    await headers(c, next)
    if (c.var.contentPolicy !== undefined) c.header('Content-Security-Policy', c.var.contentPolicy)
    c.header('Cache-Control', cacheControl.private)
    forbidIndexing(c)
  })
}

/**
 * Refuses every POST that does not come from a page of this origin. All browsers that staff use send
 * at least one of the headers.
 */
function rejectForeignForms() {
  return createMiddleware<OfficeEnv>(async (c, next) => {
    const { headers } = c.req.raw
    const isReading = ['GET', 'HEAD'].includes(c.req.method)
    const isProven = headers.has('Origin') || headers.has('Sec-Fetch-Site')
    if (isReading || (isProven && isSameOrigin(headers, c.req.url))) return next()
    logSecurity({ event: 'foreign-origin', route: routeOf(c.req.path) })
    return showRefusal(c, 'forbidden', 403)
  })
}

const localeName = z.enum(locales)
const pageOfOffice = z.string().refine(isInOffice)
const form = z.object({
  locale: localeName,
  back: z.string().transform(pageOfForm).pipe(pageOfOffice),
})

/** Sets the language from the cookie, or else from Accept-Language. */
function withOfficeLocale() {
  return createMiddleware<OfficeEnv>(async (c, next) => {
    const stored = localeName.safeParse(readCookie(c, cookies.officeLocale)).data
    const locale = stored ?? negotiateLocale(c.req.header('Accept-Language'))
    c.set('locale', locale)
    c.set('words', officeWordsOf(locale))
    await next()
    c.header('Content-Language', locale)
  })
}

/** Stores the language for a year and returns to the page. */
const localeSwitch = formPost({
  query: z.object({}),
  form,
  maxBytes: maxStrangerForm,
  async post(c, { locale, back }) {
    storeCookie(c, c.var.context.config, cookies.officeLocale, locale)
    return c.redirect(back, 303)
  },
  refuse: async (c) => c.redirect(officeHref('today'), 303),
})
