import { Hono } from 'hono'
import type { AppEnv } from './http/app-env.ts'
import type { Page } from './http/page/page.ts'
import { instructionPage } from './pages/esim-instruction.tsx'
import { operatorInfoPage } from './pages/esim-operator-info.tsx'
import { orderPage } from './pages/esim-order.tsx'
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
import { countryRegionPage } from './pages/esim/countries/[country]/[region].tsx'
import { worldRegionPage } from './pages/esim/region.tsx'
import { regionsPage } from './pages/esim/regions/[country].tsx'
import { tariffsPage } from './pages/esim/tariffs.tsx'
import { countryPage } from './pages/esim/countries/[country].tsx'
import { tariffPage } from './pages/esim/tariffs/[operator]/[tariffID].tsx'
import { homePage } from './pages/index.tsx'
import { loginPage } from './pages/login.tsx'
import { questionsPage } from './pages/klientam/questions-and-answers.tsx'
import { referralProgramPage } from './pages/referral-program.tsx'
import { registerPage } from './pages/register.tsx'
import { paymentFailedPage } from './pages/payment/failed.tsx'
import { paymentSuccessPage } from './pages/payment/success.tsx'

/** Every page. A route and what its own form does stand in one place: the page's file. */
const pages: readonly Page[] = [
  homePage,
  productPage,
  countriesPage,
  countryPage,
  countryRegionPage,
  regionsPage,
  worldRegionPage,
  tariffsPage,
  tariffPage,
  orderPage,
  paymentSuccessPage,
  paymentFailedPage,
  instructionPage,
  operatorInfoPage,
  questionsPage,
  feedbackPage,
  blogPage,
  postPage,
  aboutPage,
  contactsPage,
  sitemapPage,
  loginPage,
  registerPage,
  accountPage,
  referralProgramPage,
  dataPolicyPage,
  userAgreementPage,
  offlinePage,
]

/** One locale's pages; every locale serves the same table. */
export function site() {
  const app = new Hono<AppEnv>()
  for (const { path, guards, get, post } of pages) {
    if (guards.length > 0) app.use(path, ...guards)
    app.get(path, get)
    if (post) app.post(path, post)
  }
  return app
}
