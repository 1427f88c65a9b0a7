import { Hono } from 'hono'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { sendOutbox } from '../backend/carriers/send-outbox.ts'
import { createContext } from '../backend/create-context.ts'
import type { ContextSources } from '../backend/create-context.ts'
import { paymentProviders } from '../backend/payments/providers.ts'
import { createSuppliers } from '../backend/suppliers/suppliers.ts'
import { logEvent } from '../domain/log-event.ts'
import type { AdminEnv } from './admin-env.ts'
import { actOnText } from './content/act-on-text.ts'
import { showContent } from './content/content-page.tsx'
import { previewText } from './content/preview-text.ts'
import type { DraftRenderer } from './content/draft-renderer.ts'
import { showText } from './content/text-page.tsx'
import { confirmImport, showImport, uploadFiles } from './imports/import-page.tsx'
import { switchAdminLocale, withAdminLocale } from './layout/admin-locale.ts'
import { showRefusal } from './layout/refusal.tsx'
import { actOnMessage, showMessage } from './messages/message-page.tsx'
import { showMessages, showScreenshot } from './messages/messages-page.tsx'
import { actOnOrder, showOrder } from './orders/order-page.tsx'
import { showOrders } from './orders/orders-page.tsx'
import { actOnPartner, showPartner } from './partners/partner-page.tsx'
import { showPartners } from './partners/partners-page.tsx'
import { actOnPlan, showPlan } from './plans/plan-page.tsx'
import { showPlans } from './plans/plans-page.tsx'
import { actOnReview, showReviews } from './reviews/reviews-page.tsx'
import { changePrices, showPrices } from './prices/prices-page.tsx'
import { actOnPromoCode, showPromoCodes } from './promo-codes/promo-codes-page.tsx'
import { rejectForeignForms, withAdminHeaders } from './admin-security.ts'
import { showSettings } from './settings/settings-page.tsx'
import { showLocalSignIn, signInLocally, signOutLocally } from './sign-in/local-sign-in.tsx'
import { LocalSessions } from './sign-in/local-sessions.ts'
import { requireStaff } from './sign-in/require-staff.tsx'
import { retryFailed } from './today/retry-failed.ts'
import { compareCatalogue, showSuppliers, syncSupplier } from './suppliers/suppliers-page.tsx'
import { showToday } from './today/today-page.tsx'

const production: ContextSources = {
  now: () => new Date(),
  providers: paymentProviders,
  suppliers: createSuppliers,
}

/**
 * Creates the back office. Tests pass a clock, and providers and suppliers that fail on purpose.
 */
export function createAdmin(renderDraft: DraftRenderer, sources: ContextSources = production) {
  const sessions = new LocalSessions()
  // `/admin/` is `/admin`.
  const app = new Hono<AdminEnv>({ strict: false }).basePath('/admin')
  app.use(
    withAdminLocale(),
    withContext(sources, renderDraft),
    withAdminHeaders(),
    rejectForeignForms(),
  )
  app.post('/locale', switchAdminLocale)
  app.get('/sign-in', showLocalSignIn)
  app.post('/sign-in', async (c) => signInLocally(c, sessions))
  app.use(requireStaff(sessions), sendMailAfterPost())
  app.post('/sign-out', (c) => signOutLocally(c, sessions))
  app.get('/', async (c) => showToday(c))
  app.post('/retry', retryFailed)
  app.get('/orders', showOrders)
  app.get('/order', async (c) => showOrder(c))
  app.post('/order', actOnOrder)
  app.get('/plans', showPlans)
  app.get('/plan', async (c) => showPlan(c))
  app.post('/plan', actOnPlan)
  app.get('/import', showImport)
  app.post('/import', uploadFiles)
  app.post('/import/confirm', confirmImport)
  app.get('/promo-codes', async (c) => showPromoCodes(c))
  app.post('/promo-codes', actOnPromoCode)
  app.get('/prices', showPrices)
  app.post('/prices', changePrices)
  app.get('/suppliers', showSuppliers)
  app.post('/suppliers', syncSupplier)
  app.post('/suppliers/compare', compareCatalogue)
  app.get('/partners', showPartners)
  app.get('/partner', async (c) => showPartner(c))
  app.post('/partner', actOnPartner)
  app.get('/content', showContent)
  app.get('/text', async (c) => showText(c))
  app.post('/text', actOnText)
  app.post('/text/preview', previewText)
  app.get('/messages', showMessages)
  app.get('/messages/screenshot', showScreenshot)
  app.get('/message', async (c) => showMessage(c))
  app.post('/message', actOnMessage)
  app.get('/reviews', async (c) => showReviews(c))
  app.post('/reviews', actOnReview)
  app.get('/settings', showSettings)
  app.notFound((c) => showRefusal(c, 'notFound', 404))
  app.onError((error, c) => {
    logEvent({ event: 'unexpected-error', route: routePath(c, -1), error: error.stack })
    return showRefusal(c, 'failed', 500)
  })
  return app
}

function withContext(sources: ContextSources, renderDraft: DraftRenderer) {
  return createMiddleware<AdminEnv>(async (c, next) => {
    const addressOf = () => c.req.header('CF-Connecting-IP') ?? ''
    c.set(
      'context',
      createContext(c.env, { locale: c.var.locale, addressOf, visit: c.req.raw }, sources),
    )
    c.set('renderDraft', renderDraft)
    await next()
  })
}

/** Emails of an action are sent at once. */
function sendMailAfterPost() {
  return createMiddleware<AdminEnv>(async (c: Context<AdminEnv>, next) => {
    await next()
    if (c.req.method === 'POST') c.executionCtx.waitUntil(sendOutbox(c.var.context))
  })
}
