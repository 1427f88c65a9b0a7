import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { logEvent } from './kit/log.ts'
import type { BackendContext, BackendEnv } from './context.ts'
import { isWebhook } from './api/links.ts'
import type { SourcingContext } from './purchases/purchase.ts'
import { supplierTimeout } from './supply/suppliers.ts'

/** Milliseconds that `waitUntil` allows, minus two seconds for the SQL around a supplier's call. */
const lifeAfterAnswer = 30_000 - 2_000

/** Continues supplier orders after a webhook, which may have paid or delivered an order. */
export function sourceOrdersAfterWebhook(now: () => Date) {
  return createMiddleware<BackendEnv>(async (c, next) => {
    await next()
    // Suppliers test the address of their webhook with HEAD, and so can anyone.
    if (c.req.method === 'POST' && !isRefused(c))
      sourceOrdersAfterwards(c.var.context, c.executionCtx, now)
  })
}

/** Continues supplier orders. The scheduled job makes the calls that may not end in time. */
export function sourceOrdersAfterwards(
  context: BackendContext,
  executionCtx: Context['executionCtx'],
  now: () => Date,
): void {
  const lastStart = now().getTime() + lifeAfterAnswer - supplierTimeout
  const hasTime = () => now().getTime() <= lastStart
  if (context.suppliers.length > 0) executionCtx.waitUntil(continueOrders({ ...context, hasTime }))
}

async function continueOrders(context: BackendContext & SourcingContext): Promise<void> {
  try {
    const { sourceOrders } = await import('./purchases/source-orders.ts')
    await sourceOrders(context)
  } catch (error) {
    logEvent({ event: 'orders-not-continued', error: String(error) })
  }
  await sendMessages(context)
}

/** Sends waiting mail and SMS after the answer to a POST, except a refused webhook. */
export function sendOutboxAfterPost() {
  return createMiddleware<BackendEnv>(async (c, next) => {
    await next()
    if (c.req.method !== 'POST' || (isWebhook(c.req.path) && isRefused(c))) return
    c.executionCtx.waitUntil(sendMessages(c.var.context))
  })
}

/**
 * Whether the request was refused, and changed nothing. Anyone can send webhooks without proof, and
 * ids of orders that do not exist. There is no limit on them, so they must cause no other work.
 */
function isRefused(c: Context<BackendEnv>): boolean {
  const { status } = c.res
  return status >= 400 && status < 500
}

/** Loads the outbox when there may be something to send: a new isolate mostly shows pages. */
export async function sendMessages(context: BackendContext): Promise<void> {
  const { sendOutbox } = await import('./messages/send-outbox.ts')
  await sendOutbox(context)
}
