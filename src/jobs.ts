import { configOf, type BackendConfig } from './settings.ts'
import type { Bindings, BackendContext } from './context.ts'
import { logEvent } from './kit/log.ts'
import { applyCondition } from './messages/alerts.ts'
import {
  bouncedMail,
  failedMail,
  limitedVisitors,
  unprovenWebhooks,
} from './messages/watch-messages.ts'
import { failingJobs, recordRound } from './readiness.ts'
import { sendAlerts } from './messages/send-alerts.ts'
import { createCarriers } from './messages/carriers.ts'
import { giveUpMessages, sendEvents, sendOutbox } from './messages/send-outbox.ts'
import { stoppedWebhooks } from './messages/webhooks.ts'
import { sendPush } from './messages/push.ts'
import { syncDueCatalogue } from './plans/sync-catalogue.ts'
import { productionSources, type ContextSources } from './create-context.ts'
import { mailReminders } from './esims/departure-reminders.ts'
import { refreshWatchedUsage } from './esims/usage.ts'
import { notifyOfEnds } from './esims/usage-mails.ts'
import { refundUndelivered } from './orders/refund-undelivered.ts'
import { mailPendingRefunds } from './orders/refund-mails.ts'
import { failedRefunds, sendOpenRefunds } from './orders/refunds.ts'
import { countDeliveries } from './orders/delivery-counts.ts'
import { deliverPaidOrders } from './orders/delivery.ts'
import { expireOrders } from './orders/expire-orders.ts'
import {
  manyUnpaidOrders,
  lateWebhooks,
  repeatedReissues,
  undeliveredOrders,
} from './orders/watch-orders.ts'
import { ownCorrectionsPaid } from './partners/decide-withdrawal.ts'
import { failedStarts } from './orders/attempts.ts'
import { reconcilePayments } from './orders/reconcile.ts'
import { searchCharges } from './orders/search-charges.ts'
import { codeLimitCondition } from './accounts/code-limits.ts'
import { guessedCodes } from './accounts/wrong-codes.ts'
import { guessedPasswords } from './accounts/passwords.ts'
import { mailReviews } from './reviews/review-mails.ts'
import { mailStockAlerts } from './plans/stock-alerts.ts'
import { checkStock } from './plans/low-stock.ts'
import { deleteOldRows, deleteScreenshots } from './office/delete-old-rows.ts'
import {
  checkBalances,
  recordSuppliers,
  refreshOutdatedPlans,
  resumePlans,
} from './purchases/supplier-states.ts'
import {
  heldOrders,
  invalidOrders,
  mailDelays,
  salesBelowCost,
  undeliverablePlans,
  unusedProfiles,
} from './purchases/watch-purchases.ts'
import { sourceOrders } from './purchases/source-orders.ts'
import { withdrawOldStock } from './purchases/return-profile.ts'

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
  const dependencies = { db, now: clock }
  const round = {
    db,
    uploads,
    config,
    clock,
    providers: providers(config, dependencies),
    suppliers: suppliers(config, dependencies),
    carriers: createCarriers(config, { email }),
  }
  // A round takes minutes, and each job begins at its own time.
  const failures = await runJobs(() => jobsOf({ ...round, now: clock() }, now), config)
  await recordRound(db, [...failures.keys()], clock()).run()
  if (failures.size > 0) throw new AggregateError(failures.values(), 'Scheduled jobs failed')
}

/** Milliseconds in which a round sends events. The next round follows within a minute. */
const eventBudget = 40_000

/** A job can return the number of items that it processed. */
type Jobs = { readonly [name: string]: () => Promise<number | void> }

type RoundContext = Omit<
  BackendContext,
  'catalogue' | 'locale' | 'words' | 'clientAddress' | 'clientCountry'
> &
  Pick<JobSources, 'clock'>

/** Returns the jobs in the order in which they run. */
function jobsOf(context: RoundContext, start: Date): Jobs {
  const { db, uploads, config, now } = context
  return {
    recordSuppliers: () => recordSuppliers(context),
    reconcilePayments: () => reconcilePayments(context),
    deliverPaidOrders: () => deliverPaidOrders(context),
    sourceOrders: () => sourceOrders(context),
    mailDelays: () => mailDelays(context),
    checkBalances: () => checkBalances(context),
    resumePlans: () => resumePlans(context),
    withdrawOldStock: () => withdrawOldStock(context),
    refreshOutdatedPlans: () => refreshOutdatedPlans(context),
    refundUndelivered: () => refundUndelivered(context),
    sendOpenRefunds: () => sendOpenRefunds(context),
    mailPendingRefunds: () => mailPendingRefunds(context),
    expireOrders: () => expireOrders(context),
    refreshWatchedUsage: () => refreshWatchedUsage(context),
    notifyOfEnds: () => notifyOfEnds(context),
    mailReminders: () => mailReminders(context),
    mailReviews: () => mailReviews(context),
    mailStockAlerts: () => mailStockAlerts(context),
    giveUpMessages: () => giveUpMessages(db, now),
    checkConditions: () => checkConditions(db, config, now),
    checkStock: () => checkStock(context),
    sendAlerts: () => sendAlerts(db, config, now),
    countDeliveries: () => countDeliveries(context),
    sendOutbox: () => sendOutbox(context),
    sendPush: () => sendPush(context, async (...call) => fetch(...call)),
    sendEvents: () => sendEvents(context, eventBudget),
    // The owner waits for this search, and customers for the jobs before it.
    searchCharges: () => searchCharges(context),
    deleteOldRows: () => deleteOldRows(context),
    // The minute of the round decides whether this job runs.
    deleteScreenshots: () => deleteScreenshots(uploads, start),
    // This job is last, because a large catalogue takes minutes.
    syncDueCatalogue: () => syncDueCatalogue(context),
  }
}

/** Runs jobs one after another and logs a summary. Returns the errors of failed jobs by name. */
async function runJobs(
  jobs: () => Jobs,
  { DEV_TOOLS }: Pick<BackendConfig, 'DEV_TOOLS'>,
): Promise<ReadonlyMap<string, unknown>> {
  const start = Date.now()
  const failures = new Map<string, unknown>()
  const done: { [name: string]: number } = {}
  for (const name of Object.keys(jobs()))
    try {
      const count = await jobs()[name]?.()
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
    undeliveredOrders(now),
    repeatedReissues(now),
    ownCorrectionsPaid(now),
    failedRefunds(now),
    failedMail(now),
    stoppedWebhooks(),
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
    salesBelowCost(config, now),
    failingJobs(now),
  ]
  await db.batch(conditions.flatMap((condition) => applyCondition(db, condition, now)))
}
