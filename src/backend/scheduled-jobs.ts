import { configOf } from '../config/backend-config.ts'
import type { BackendConfig } from '../config/backend-config.ts'
import type { Bindings } from '../config/bindings.ts'
import { logEvent } from '../domain/log-event.ts'
import { applyCondition } from './alerts/alerts.ts'
import { bouncedMail } from './alerts/bounced-mail.ts'
import { failedMail } from './alerts/failed-mail.ts'
import { failingJobs, recordRound } from './alerts/last-round.ts'
import { limitedVisitors } from './alerts/limited-visitors.ts'
import { sendAlerts } from './alerts/send-alerts.ts'
import { unprovenWebhooks } from './alerts/unproven-webhooks.ts'
import { createCarriers } from './carriers/create-carriers.ts'
import { giveUpMessages } from './carriers/give-up.ts'
import { sendOutbox } from './carriers/send-outbox.ts'
import { sendPush } from './carriers/send-push.ts'
import { syncDueCatalogue } from './catalogue-sync/daily-sync.ts'
import type { BackendContext } from './context.ts'
import { productionSources } from './create-context.ts'
import type { ContextSources } from './create-context.ts'
import { mailReminders } from './esims/departure-reminders.ts'
import { refreshWatchedUsage } from './esims/refresh-usage.ts'
import { notifyOfEnds } from './esims/usage-mails.ts'
import { refundUndelivered } from './operations/refund-undelivered.ts'
import { sendOpenRefunds } from './operations/refund-invoice.ts'
import { refusedRefunds } from './operations/refused-refunds.ts'
import { returnRefusedLines } from './operations/return-refused-lines.ts'
import { countDeliveries } from './orders/delivery-counts.ts'
import { deliverPaidInvoices } from './orders/deliver-paid-invoices.ts'
import { expireInvoices } from './orders/expire-invoices.ts'
import { manyUnpaidOrders } from './orders/many-unpaid.ts'
import { lateWebhooks } from './orders/late-webhooks.ts'
import { failedStarts } from './orders/payment-outages.ts'
import { undeliveredInvoices } from './orders/undelivered-invoices.ts'
import { reconcilePayments } from './orders/reconcile.ts'
import { searchCharges } from './orders/search-charges.ts'
import { codeLimitCondition } from './sessions/code-limits.ts'
import { guessedCodes } from './sessions/wrong-codes.ts'
import { guessedPasswords } from './sessions/wrong-passwords.ts'
import { mailReviews } from './reviews/review-mails.ts'
import { checkStock } from './reports/stock-alerts.ts'
import { deleteOldRows } from './retention/delete-old-rows.ts'
import { deleteScreenshots } from './retention/delete-screenshots.ts'
import { checkBalances } from './sourcing/check-balances.ts'
import { mailDelays } from './sourcing/delay-mails.ts'
import {
  heldOrders,
  invalidOrders,
  undeliverablePlans,
  unusedProfiles,
} from './sourcing/order-alerts.ts'
import { refreshOutdatedPlans } from './sourcing/refresh-plans.ts'
import { resumePlans } from './sourcing/resume-plans.ts'
import { sourceOrders } from './sourcing/source-orders.ts'
import { recordSuppliers } from './sourcing/supplier-states.ts'
import { withdrawOldStock } from './sourcing/withdraw-stock.ts'

type JobSources = Pick<ContextSources, 'providers' | 'suppliers'> & {
  /** Returns the current time, because earlier jobs may take minutes. */
  readonly clock: () => Date
}

/**
 * Runs every minute. A failed job does not stop the other jobs. After the last job, throws an
 * `AggregateError` of all failures.
 */
export async function runScheduledJobs(
  env: Bindings,
  now: Date,
  sources: Partial<JobSources> = {},
): Promise<void> {
  const { DB: db, UPLOADS: uploads, EMAIL: email } = env
  const config = configOf(env)
  const { providers, suppliers, clock = () => now } = { ...productionSources, ...sources }
  const dependencies = { db, now: () => now }
  const jobs = jobsOf({
    db,
    uploads,
    config,
    now,
    clock,
    providers: providers(config, dependencies),
    suppliers: suppliers(config, dependencies),
    carriers: createCarriers(config, { email }),
  })
  const failures = await runJobs(jobs, config)
  await recordRound(db, [...failures.keys()], clock()).run()
  if (failures.size > 0) throw new AggregateError(failures.values(), 'Scheduled jobs failed')
}

/** A job can return the number of items that it processed. */
type Jobs = { readonly [name: string]: () => Promise<number | void> }

type RoundContext = Omit<BackendContext, 'catalogue' | 'locale' | 'words' | 'clientAddress'> &
  Pick<JobSources, 'clock'>

/** Returns the jobs in the order in which they run. */
function jobsOf(context: RoundContext): Jobs {
  const { db, uploads, config, now } = context
  return {
    recordSuppliers: () => recordSuppliers(context),
    reconcilePayments: () => reconcilePayments(context),
    deliverPaidInvoices: () => deliverPaidInvoices(context),
    sourceOrders: () => sourceOrders(context),
    mailDelays: () => mailDelays(context),
    checkBalances: () => checkBalances(context),
    resumePlans: () => resumePlans(context),
    withdrawOldStock: () => withdrawOldStock(context),
    refreshOutdatedPlans: () => refreshOutdatedPlans(context),
    returnRefusedLines: () => returnRefusedLines(context),
    refundUndelivered: () => refundUndelivered(context),
    sendOpenRefunds: () => sendOpenRefunds(context),
    expireInvoices: () => expireInvoices(context),
    refreshWatchedUsage: () => refreshWatchedUsage(context),
    notifyOfEnds: () => notifyOfEnds(context),
    mailReminders: () => mailReminders(context),
    mailReviews: () => mailReviews(context),
    giveUpMessages: () => giveUpMessages(db, now),
    checkConditions: () => checkConditions(db, config, now),
    checkStock: () => checkStock(context),
    sendAlerts: () => sendAlerts(db, config, now),
    countDeliveries: () => countDeliveries(context),
    sendOutbox: () => sendOutbox(context),
    sendPush: () => sendPush(context, async (...call) => fetch(...call)),
    // The operator waits for this search, and customers for the jobs before it.
    searchCharges: () => searchCharges(context),
    deleteOldRows: () => deleteOldRows(context),
    deleteScreenshots: () => deleteScreenshots(uploads, now),
    // This job is last, because a large catalogue takes minutes.
    syncDueCatalogue: () => syncDueCatalogue(context),
  }
}

/** Runs jobs one after another and logs a summary. Returns the errors of failed jobs by name. */
async function runJobs(
  jobs: Jobs,
  { DEV_TOOLS }: Pick<BackendConfig, 'DEV_TOOLS'>,
): Promise<ReadonlyMap<string, unknown>> {
  const start = Date.now()
  const failures = new Map<string, unknown>()
  const done: { [name: string]: number } = {}
  for (const [name, job] of Object.entries(jobs))
    try {
      const count = await job()
      if (typeof count === 'number' && count > 0) done[name] = count
    } catch (error) {
      failures.set(name, error)
      logEvent({ event: 'job-failed', job: name, error: traceOf(error) })
    }
  const ms = Date.now() - start
  const failed = [...failures.keys()]
  if (!DEV_TOOLS)
    logEvent({ event: 'round', ms, done, failed }, failed.length > 0 ? 'error' : 'info')
  return failures
}

/** Returns the stack of an error. Jobs for suppliers throw the errors of parallel calls together. */
function traceOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return error.errors.map(traceOf).join('\n')
  return error instanceof Error ? error.stack : String(error)
}

async function checkConditions(db: D1Database, config: BackendConfig, now: Date): Promise<void> {
  const conditions = [
    undeliveredInvoices(now),
    await refusedRefunds(db, now),
    failedMail(now),
    bouncedMail(now),
    codeLimitCondition(config, now),
    guessedCodes(config, now),
    guessedPasswords(config, now),
    limitedVisitors(now),
    manyUnpaidOrders(now),
    failedStarts(now),
    lateWebhooks(now),
    unprovenWebhooks(now),
    heldOrders,
    invalidOrders(now),
    undeliverablePlans(now),
    unusedProfiles(now),
    failingJobs(now),
  ]
  await db.batch(conditions.flatMap((condition) => applyCondition(db, condition, now)))
}
