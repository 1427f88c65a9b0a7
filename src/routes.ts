import { Hono, type MiddlewareHandler, type Next } from 'hono'
import type { AppContext, AppEnv } from './site/app-env.ts'
import type { Page } from './site/page.ts'
import { lazy } from './kit/text.shared.ts'
import { pageNames, type PageName } from './words/page-table.ts'
import { paths } from './words/paths.shared.ts'

/**
 * Every page, in the order of the routes. A missing page does not compile. A page is loaded when it
 * is first requested, because most isolates serve few pages.
 */
export const pages: { readonly [name in PageName]: () => Promise<Page<name>> } = {
  home: lazy(async () => (await import('./site/pages/home.tsx')).homePage),
  product: lazy(async () => (await import('./plans/pages/product.tsx')).productPage),
  countries: lazy(async () => (await import('./plans/pages/countries.tsx')).countriesPage),
  country: lazy(async () => (await import('./plans/pages/country.tsx')).countryPage),
  countryRegion: lazy(
    async () => (await import('./plans/pages/country-regions.tsx')).countryRegionPage,
  ),
  regions: lazy(async () => (await import('./plans/pages/country-regions.tsx')).regionsPage),
  worldRegion: lazy(async () => (await import('./plans/pages/world-region.tsx')).worldRegionPage),
  tariffs: lazy(async () => (await import('./plans/pages/plans.tsx')).plansPage),
  tariff: lazy(async () => (await import('./plans/pages/plan.tsx')).planPage),
  compare: lazy(async () => (await import('./plans/pages/compare.tsx')).comparePage),
  trip: lazy(async () => (await import('./plans/pages/trip.tsx')).tripPage),
  stockAlert: lazy(async () => (await import('./plans/pages/stock-alert.tsx')).stockAlertPage),
  check: lazy(async () => (await import('./plans/pages/check.tsx')).checkPage),
  order: lazy(async () => (await import('./orders/pages/order.tsx')).orderPage),
  topUp: lazy(async () => (await import('./esims/pages/top-up.tsx')).topUpPage),
  paymentSuccess: lazy(async () => (await import('./orders/pages/success.tsx')).paymentSuccessPage),
  paymentFailed: lazy(async () => (await import('./orders/pages/failed.tsx')).paymentFailedPage),
  paymentReceipt: lazy(async () => (await import('./orders/pages/receipt.tsx')).paymentReceiptPage),
  instruction: lazy(async () => (await import('./esims/pages/instruction.tsx')).instructionPage),
  operatorInfo: lazy(async () => (await import('./esims/pages/balance.tsx')).operatorInfoPage),
  review: lazy(async () => (await import('./reviews/pages/review.tsx')).reviewPage),
  questions: lazy(async () => (await import('./texts/pages/questions.tsx')).questionsPage),
  feedback: lazy(async () => (await import('./reviews/pages/feedback.tsx')).feedbackPage),
  blog: lazy(async () => (await import('./texts/pages/blog.tsx')).blogPage),
  post: lazy(async () => (await import('./texts/pages/post.tsx')).postPage),
  about: lazy(async () => (await import('./texts/pages/legal.tsx')).aboutPage),
  contacts: lazy(async () => (await import('./messages/pages/contacts.tsx')).contactsPage),
  sitemap: lazy(async () => (await import('./site/pages/sitemap.tsx')).sitemapPage),
  login: lazy(async () => (await import('./accounts/pages/sign-in.ts')).loginPage),
  register: lazy(async () => (await import('./accounts/pages/sign-in.ts')).registerPage),
  account: lazy(async () => (await import('./accounts/pages/account.tsx')).accountPage),
  referralProgram: lazy(
    async () => (await import('./partners/pages/referral-program.tsx')).referralProgramPage,
  ),
  dataPolicy: lazy(async () => (await import('./texts/pages/legal.tsx')).dataPolicyPage),
  userAgreement: lazy(async () => (await import('./texts/pages/legal.tsx')).userAgreementPage),
  offline: lazy(async () => (await import('./site/pages/offline.tsx')).offlinePage),
}

/** Creates the routes of all pages, with their guards. */
export function siteRoutes() {
  const routes = new Hono<AppEnv>()
  for (const name of pageNames) {
    // Hono's types accept a list of handlers only with lists of methods and paths.
    for (const method of ['GET', 'POST'] as const)
      routes.on([method], [paths[name]], async (c, next) => {
        const { guards, get, post }: Page = await pages[name]()
        return runHandlers([...guards, ...((method === 'GET' ? get : post) ?? [])], c, next)
      })
  }
  return routes
}

/** Runs one after another, as the routes of hono. */
async function runHandlers(
  handlers: readonly MiddlewareHandler<AppEnv>[],
  c: AppContext,
  next: Next,
): Promise<Response | void> {
  const [handler, ...others] = handlers
  if (!handler) return next()
  const response = await handler(c, async () => void (await runHandlers(others, c, next)))
  if (response && !c.finalized) c.res = response
  return response
}
