import { Hono } from 'hono'
import type { Handler } from 'hono'
import type { AppEnv } from './site/app-env.ts'
import type { Page } from './site/page.ts'
import type { PageName } from './words/page-table.ts'
import { instructionPage } from './esims/pages/instruction.tsx'
import { operatorInfoPage } from './esims/pages/balance.tsx'
import { orderPage } from './orders/pages/order.tsx'
import { reviewPage } from './reviews/pages/review.tsx'
import { topUpPage } from './esims/pages/top-up.tsx'
import { countriesPage } from './plans/pages/countries.tsx'
import { accountPage } from './accounts/pages/account.tsx'
import { aboutPage, dataPolicyPage, userAgreementPage } from './texts/pages/legal.tsx'
import { blogPage } from './texts/pages/blog.tsx'
import { postPage } from './texts/pages/post.tsx'
import { contactsPage } from './messages/pages/contacts.tsx'
import { feedbackPage } from './reviews/pages/feedback.tsx'
import { offlinePage } from './site/pages/offline.tsx'
import { sitemapPage } from './site/pages/sitemap.tsx'
import { productPage } from './plans/pages/product.tsx'
import { checkPage } from './plans/pages/check.tsx'
import { comparePage } from './plans/pages/compare.tsx'
import { countryRegionPage, regionsPage } from './plans/pages/country-regions.tsx'
import { worldRegionPage } from './plans/pages/world-region.tsx'
import { plansPage } from './plans/pages/plans.tsx'
import { countryPage } from './plans/pages/country.tsx'
import { tripPage } from './plans/pages/trip.tsx'
import { planPage } from './plans/pages/plan.tsx'
import { homePage } from './site/pages/home.tsx'
import { loginPage, registerPage } from './accounts/pages/sign-in.tsx'
import { questionsPage } from './texts/pages/questions.tsx'
import { referralProgramPage } from './partners/pages/referral-program.tsx'
import { paymentFailedPage } from './orders/pages/failed.tsx'
import { paymentReceiptPage } from './orders/pages/receipt.tsx'
import { paymentSuccessPage } from './orders/pages/success.tsx'

/** Every page, in the order of the routes. A missing page does not compile. */
const pages = {
  home: homePage,
  product: productPage,
  countries: countriesPage,
  country: countryPage,
  countryRegion: countryRegionPage,
  regions: regionsPage,
  worldRegion: worldRegionPage,
  tariffs: plansPage,
  tariff: planPage,
  compare: comparePage,
  trip: tripPage,
  check: checkPage,
  order: orderPage,
  topUp: topUpPage,
  paymentSuccess: paymentSuccessPage,
  paymentFailed: paymentFailedPage,
  paymentReceipt: paymentReceiptPage,
  instruction: instructionPage,
  operatorInfo: operatorInfoPage,
  review: reviewPage,
  questions: questionsPage,
  feedback: feedbackPage,
  blog: blogPage,
  post: postPage,
  about: aboutPage,
  contacts: contactsPage,
  sitemap: sitemapPage,
  login: loginPage,
  register: registerPage,
  account: accountPage,
  referralProgram: referralProgramPage,
  dataPolicy: dataPolicyPage,
  userAgreement: userAgreementPage,
  offline: offlinePage,
} satisfies { readonly [name in PageName]: Page<name> }

type PublicQuery = NonNullable<Page['publicQuery']>

/**
 * Creates the routes of the pages that are the same for every visitor, each with a handler for its
 * query.
 */
export function publicRoutes(serve: (query: PublicQuery) => Handler<AppEnv>) {
  const routes = new Hono<AppEnv>()
  for (const { path, publicQuery } of Object.values(pages))
    if (publicQuery) routes.get(path, serve(publicQuery))
  return routes
}

/** Creates the routes of all pages, with their guards. */
export function siteRoutes() {
  const routes = new Hono<AppEnv>()
  for (const { path, guards, get, post } of Object.values(pages)) {
    if (guards.length > 0) routes.use(path, ...guards)
    // Hono's types accept a list of handlers only with lists of methods and paths.
    routes.on(['GET'], [path], ...get)
    if (post) routes.on(['POST'], [path], ...post)
  }
  return routes
}
