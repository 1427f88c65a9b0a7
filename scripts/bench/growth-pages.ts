import { existsSync, globSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { dayMs } from '../../src/kit/time.shared.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { databaseName, databases } from '../test/database-file.ts'
import type { Bench } from './bench.ts'
import { generatedShop, type Checkout } from './checkout.ts'
import { grownCookies, grownEmail, growShop, keyOf, orderOf } from './grown-shop.ts'
import { openOffice, openVisit } from './visitor.ts'

/** What grows, and the pages to measure. */
export type Growth = ReturnType<typeof growthOf>

export type GrowthPage = {
  readonly name: string
  readonly path: string
  /**
   * The small shop of the page is this many times as large, because a smaller one has too few plans
   * for a full page.
   */
  readonly times?: number
  /** The limit of a query in milliseconds, if it reads more rows in a larger shop. */
  readonly limit?: number
  /** Steps of its query plans that may read a table, because the page is about all of its rows. */
  readonly scans?: RegExp
}

/** Pages that exist, and are full, in generated catalogues of both sizes. */
const pagesOfPlans = [
  ...pagesAt(`/ /.jobs /blog /esim/countries /esim/countries.json /esim/countries/tr
    /esim/countries/tr?sort=-price /esim/regions/ru /esim/tariffs /esim/tariffs?days=30&traffic=10
    /esim/tariffs?operator=reseller-0 /esim/tariffs?search_string=turkey
    /esim/tariffs?search_string=vodafone /esim/tariffs/reseller-146/plan-11
    /esim/compare?country=tr&tariffID=plan-2,plan-3,plan-11
    /esim/trip?search_string=turkey,+7+days,+5+GB /sitemap.xml`),
  ...pagesAt(
    `/esim/countries/tr?days=30 /esim/countries/tr?days=30&traffic=10
    /esim/countries/tr?operator=tr-turkcell /esim/countries/ru/bel /esim/region?region=europe
    /esim/trip?search_string=turkey,+france,+7+days,+5+GB
    /esim/trip?search_string=turkey,+greece,+italy,+france,+spain,+12+days,+10+GB`,
    { times: 10 },
  ),
  ...pagesAt('/sitemap-plans-1.xml /esim/tariffs?page=500', { times: 10, limit: 100 }),
  ...pagesAt('/esim/countries/tr?page=20', { times: 100, limit: 100 }),
]

/** The month before this one, whose books are complete. */
const month = new Date(Date.now() - new Date().getUTCDate() * dayMs).toISOString().slice(0, 7)
/** An order of the customer, paid and delivered. */
const [id, hash, iccid] = [orderOf(2), keyOf('esim', 21), '8700000000000000021']
const email = grownEmail

/** The pages that a grown shop has more rows for, and the scheduled jobs. */
const pagesOfOrders = [
  ...pagesAt(`/ /esim/countries/tr /feedback /healthz /account /referral-program
    /payment/success?stay=1&invoiceID=${id} /payment/receipt?invoiceID=${id}
    /esim-instruction?hash=${hash} /esim-operator-info?hash=${hash} /esim-top-up?hash=${hash}
    /esim-review?hash=${hash} /admin/alerts /admin/failed-messages?q=${email} /admin/orders
    /admin/orders?after=${orderOf(500)} /admin/orders?group=waiting /admin/orders?group=held
    /admin/orders?group=disputed /admin/orders?group=refund-refused /admin/orders?group=unpaid
    /admin/orders?q=${email} /admin/orders?q=${iccid} /admin/orders?q=${id.slice(0, 10)}
    /admin/orders?q=A-3 /admin/orders?q=cs_live_${keyOf('payment', 2)}
    /admin/orders?q=nothing-has-this-name /admin/customers?q=${email} /admin/esims
    /admin/esims?q=${iccid} /admin/order?id=${id} /admin/plans /admin/plan?id=plan-1
    /admin/import /admin/prices /admin/suppliers /admin/partners /admin/partners?q=+79139999999
    /admin/partner?id=${keyOf('partner', 0)} /admin/content /admin/messages?q=${email}
    /admin/reviews?status=approved`),
  // They read the orders of a time, the uses of promo codes, the rewards of every partner, or rows
  // until 1,000 have what is filtered.
  ...pagesAt(
    `/admin /admin/promo-codes /admin/partners?sort=earned /admin/customers
    /admin/customers?country=tr /admin/orders?country=tr`,
    { limit: 500 },
  ),
  ...pagesAt(`/admin/money/payments?month=${month} /admin/money/documents?month=${month}`, {
    limit: 2000,
  }),
  // The debt to partners is the sum of all their transactions.
  ...pagesAt(`/admin/money?month=${month}`, { limit: 2000, scans: /^SCAN t$/ }),
  // The check of the shop reads the price of every plan.
  ...pagesAt('/admin/settings', { scans: /^SCAN (plans|t USING INDEX|stock USING INDEX)/ }),
  ...pagesAt('/.jobs', { limit: 100 }),
]

function pagesAt(paths: string, about: Omit<GrowthPage, 'path' | 'name'> = {}): GrowthPage[] {
  // The name hides the keys that open a page.
  const nameOf = (path: string) => path.replaceAll(/[\w-]{43}/g, '…')
  return paths
    .trim()
    .split(/\s+/)
    .map((path) => ({ name: nameOf(path), path, ...about }))
}

/** Serves the scheduled jobs at a path. */
export const jobsEntry = `import worker from './index.js'
  export default {
    async fetch(request, env, context) {
      if (new URL(request.url).pathname !== '/.jobs') return worker.fetch(request, env, context)
      await worker.scheduled({ scheduledTime: Date.now() }, env, context)
      return new Response('done')
    },
  }`

/** `enter` returns the cookies of a visitor who may open all pages. */
export function growthOf({ plans, orders }: Pick<Bench, 'plans' | 'orders'>) {
  const secret = secretID()
  const settings = { DEV_TOOLS: '1', PAYMENT_PROVIDERS: 'test', ADMIN_LOCAL_SECRET: secret }
  const enter = async (origin: string) => {
    const visit = await openVisit(origin)
    await openOffice(visit, secret)
    const { cookies } = await visit.storageState()
    await visit.dispose()
    return [grownCookies, ...cookies.map(({ name, value }) => `${name}=${value}`)].join('; ')
  }
  return orders.length === 0
    ? {
        sizes: plans,
        folderOf: generatedShop,
        settings: {},
        enter: async () => '',
        pages: pagesOfPlans,
      }
    : { sizes: orders, folderOf: grownShop, settings, enter, pages: pagesOfOrders }
}

/** Returns a data folder with 1,000 plans and so many orders until today. */
async function grownShop(checkout: Checkout, orders: number): Promise<string> {
  const plans = await generatedShop(checkout, 1000)
  const folder = `${plans}-orders-${orders}-${new Date().toISOString().slice(0, 10)}`
  if (existsSync(folder)) return folder
  for (const old of globSync(`${plans}-orders-${orders}-*`)) await rm(old, { recursive: true })
  console.error(`A shop with ${orders} orders …`)
  await cp(plans, folder, { recursive: true })
  const database = new DatabaseSync(join(folder, databases, await databaseName(folder)))
  growShop(database, orders, new Date())
  database.close()
  return folder
}
