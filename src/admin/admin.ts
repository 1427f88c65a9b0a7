import { Hono } from 'hono'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { Bindings } from '../bindings.ts'
import { sendOutbox } from '../messages/send-outbox.ts'
import { createContext, productionSources } from '../create-context.ts'
import type { ContextSources } from '../create-context.ts'
import { clientAddressIn } from '../kit/http.ts'
import { logEvent } from '../kit/log.ts'
import { alertsPage } from './alerts/alerts-page.tsx'
import { failedAction, failedPage } from './failed-messages/failed-page.tsx'
import { redirectToHttps } from '../site/middleware.ts'
import { officePages } from '../words/office-paths.ts'
import type { AdminEnv } from './admin-env.ts'
import { textAction } from './content/act-on-text.ts'
import { contentPage } from './content/content-page.tsx'
import { textPreview } from './content/preview-text.ts'
import type { DraftRenderer } from './content/draft-renderer.ts'
import { textPage } from './content/text-page.tsx'
import { importAction, importPage, importUpload } from './imports/import-page.tsx'
import { localeSwitch, withAdminLocale } from './admin-locale.ts'
import { showFailure } from './failure.tsx'
import { showRefusal } from './layout/refusal.tsx'
import { messageAction, messagePage } from './messages/message-page.tsx'
import { messagesPage, screenshot } from './messages/messages-page.tsx'
import { documentsDownload, moneyPage, paymentsDownload } from './money/money-page.tsx'
import { orderAction, orderPage } from './orders/order-page.tsx'
import { ordersPage } from './orders/orders-page.tsx'
import { partnerAction, partnerPage } from './partners/partner-page.tsx'
import { partnersPage } from './partners/partners-page.tsx'
import { planAction, planPage } from './plans/plan-page.tsx'
import { plansPage } from './plans/plans-page.tsx'
import { reviewAction, reviewsPage } from './reviews/reviews-page.tsx'
import { pricesAction, pricesPage } from './prices/prices-page.tsx'
import { promoCodeAction, promoCodesPage } from './promo-codes/promo-codes-page.tsx'
import { rejectForeignForms, withAdminHeaders } from './admin-security.ts'
import { settingsPage } from './settings/settings-page.tsx'
import { localSignIn, localSignInPage, signOutLocally } from './sign-in/local-sign-in.tsx'
import { LocalSessions } from './sign-in/local-sessions.ts'
import { requireStaff } from './sign-in/require-staff.tsx'
import { retryAction } from './today/retry-failed.ts'
import { catalogueComparison, suppliersPage, syncAction } from './suppliers/suppliers-page.tsx'
import { todayPage } from './today/today-page.tsx'

/** Tests pass a clock, and providers and suppliers that fail on purpose. */
type AdminOptions = Partial<ContextSources> & {
  /** Called after a form of a signed-in person, which may have changed public pages. */
  readonly onChange?: (bindings: Bindings, context: Context['executionCtx']) => void
}

/** Creates the back office. */
export function createAdmin(
  renderDraft: DraftRenderer,
  { onChange = () => undefined, ...sources }: AdminOptions = {},
) {
  const sessions = new LocalSessions()
  // Without `strict`, `/admin/` is the same page as `/admin`.
  const app = new Hono<AdminEnv>({ strict: false })
  app.use(
    withAdminLocale(),
    withContext({ ...productionSources, ...sources }, renderDraft),
    withAdminHeaders(),
    requireHttps(),
    rejectForeignForms(),
  )
  // Needs no sign-in, because the pages that refuse a visitor have the switch too. It only sets a
  // cookie.
  app.post(officePages.locale.path, ...localeSwitch)
  app.get(officePages.signIn.path, ...localSignInPage)
  app.post(officePages.signIn.path, ...localSignIn(sessions))
  app.use(requireStaff(sessions), finishPost(onChange))
  app.post(officePages.signOut.path, (c) => signOutLocally(c, sessions))
  addPages(app)
  app.notFound((c) => showRefusal(c, 'notFound', 404))
  app.onError((error, c) => {
    logEvent({ event: 'unexpected-error', route: routePath(c, -1), error: error.stack })
    return showFailure(c)
  })
  return app
}

/** The pages and actions for people who are signed in. */
function addPages(app: Hono<AdminEnv>): void {
  app.get(officePages.today.path, ...todayPage)
  app.post(officePages.retry.path, ...retryAction)
  app.get(officePages.alerts.path, ...alertsPage)
  app.get(officePages.failedMessages.path, ...failedPage)
  app.post(officePages.failedMessages.path, ...failedAction)
  app.get(officePages.orders.path, ...ordersPage)
  app.get(officePages.order.path, ...orderPage)
  app.post(officePages.order.path, ...orderAction)
  app.get(officePages.plans.path, ...plansPage)
  app.get(officePages.plan.path, ...planPage)
  app.post(officePages.plan.path, ...planAction)
  app.get(officePages.import.path, ...importPage)
  app.post(officePages.import.path, ...importUpload)
  app.post(officePages.confirmImport.path, ...importAction)
  app.get(officePages.promoCodes.path, ...promoCodesPage)
  app.post(officePages.promoCodes.path, ...promoCodeAction)
  app.get(officePages.prices.path, ...pricesPage)
  app.post(officePages.prices.path, ...pricesAction)
  app.get(officePages.suppliers.path, ...suppliersPage)
  app.post(officePages.suppliers.path, ...syncAction)
  app.post(officePages.compareCatalogue.path, ...catalogueComparison)
  app.get(officePages.partners.path, ...partnersPage)
  app.get(officePages.partner.path, ...partnerPage)
  app.post(officePages.partner.path, ...partnerAction)
  app.get(officePages.money.path, ...moneyPage)
  app.get(officePages.payments.path, ...paymentsDownload)
  app.get(officePages.documents.path, ...documentsDownload)
  app.get(officePages.content.path, ...contentPage)
  app.get(officePages.text.path, ...textPage)
  app.post(officePages.text.path, ...textAction)
  app.post(officePages.textPreview.path, ...textPreview)
  app.get(officePages.messages.path, ...messagesPage)
  app.get(officePages.screenshot.path, ...screenshot)
  app.get(officePages.message.path, ...messagePage)
  app.post(officePages.message.path, ...messageAction)
  app.get(officePages.reviews.path, ...reviewsPage)
  app.post(officePages.reviews.path, ...reviewAction)
  app.get(officePages.settings.path, ...settingsPage)
}

function withContext(sources: ContextSources, renderDraft: DraftRenderer) {
  return createMiddleware<AdminEnv>(async (c, next) => {
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
  return createMiddleware<AdminEnv>(async (c, next) =>
    redirectToHttps(c.var.context.config.SITE_ORIGIN)(c, next),
  )
}

/** Reports the change of an action, and sends its emails at once. */
function finishPost(onChange: NonNullable<AdminOptions['onChange']>) {
  return createMiddleware<AdminEnv>(async (c: Context<AdminEnv>, next) => {
    await next()
    if (c.req.method !== 'POST') return
    if (c.res.status < 400) onChange(c.env, c.executionCtx)
    c.executionCtx.waitUntil(sendOutbox(c.var.context))
  })
}
