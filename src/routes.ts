import { Hono } from 'hono'
import type { Handler } from 'hono'
import type { AppEnv } from './http/app-env.ts'
import type { Page } from './http/page/page.ts'
import type { PageName } from './locale/page-table.ts'
import { instructionPage } from './pages/esim-instruction.tsx'
import { operatorInfoPage } from './pages/esim-operator-info.tsx'
import { orderPage } from './pages/esim-order.tsx'
import { reviewPage } from './pages/esim-review.tsx'
import { topUpPage } from './pages/esim-top-up.tsx'
import { countriesPage } from './pages/esim/countries.tsx'
import { accountPage } from './pages/account.tsx'
import { aboutPage } from './pages/about.tsx'
import { blogPage } from './pages/blog.tsx'
import { postPage } from './pages/blog/[id].tsx'
import { contactsPage } from './pages/contacts.tsx'
import { dataPolicyPage } from './pages/data-policy.tsx'
import { feedbackPage } from './pages/feedback.tsx'
import { offlinePage } from './pages/offline.tsx'
import { sitemapPage } from './pages/sitemap.tsx'
import { userAgreementPage } from './pages/user-agreement.tsx'
import { productPage } from './pages/esim.tsx'
import { checkPage } from './pages/esim/check.tsx'
import { comparePage } from './pages/esim/compare.tsx'
import { countryRegionPage } from './pages/esim/countries/[country]/[region].tsx'
import { worldRegionPage } from './pages/esim/region.tsx'
import { regionsPage } from './pages/esim/regions/[country].tsx'
import { tariffsPage } from './pages/esim/tariffs.tsx'
import { countryPage } from './pages/esim/countries/[country].tsx'
import { tripPage } from './pages/esim/trip.tsx'
import { tariffPage } from './pages/esim/tariffs/[operator]/[tariffID].tsx'
import { homePage } from './pages/index.tsx'
import { loginPage } from './pages/login.tsx'
import { questionsPage } from './pages/klientam/questions-and-answers.tsx'
import { referralProgramPage } from './pages/referral-program.tsx'
import { registerPage } from './pages/register.tsx'
import { paymentFailedPage } from './pages/payment/failed.tsx'
import { paymentReceiptPage } from './pages/payment/receipt.tsx'
import { paymentSuccessPage } from './pages/payment/success.tsx'

/** Every page, in the order of the routes. A missing page does not compile. */
const pages = {
  home: homePage,
  product: productPage,
  countries: countriesPage,
  country: countryPage,
  countryRegion: countryRegionPage,
  regions: regionsPage,
  worldRegion: worldRegionPage,
  tariffs: tariffsPage,
  tariff: tariffPage,
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
