import { Hono } from 'hono'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { isSameOrigin } from '../../domain/same-origin.ts'
import { secretID } from '../../domain/secret-id.ts'
import { formatMoney } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { wordsOf } from '../../locale/words.ts'
import type { BackendEnv } from '../context.ts'
import { listOutbox } from '../mail/outbox.ts'
import { takePaymentEvent } from '../orders/payment-webhook.ts'
import type { PaymentEvent } from '../orders/payment-webhook.ts'
import { sign } from '../webhook-signature.ts'
import { DevDocument, devStyleHash } from './dev-document.tsx'
import { Linked } from './linked-text.tsx'
import { payableInvoice } from './payable-invoice.ts'

type DevContext = Context<BackendEnv>

/** The test payment page, the outbox and what visitors uploaded. They exist while DEV_TOOLS=1 and are 404 otherwise. */
export function devTools() {
  const app = new Hono<BackendEnv>()
  app.use(onlyInDevelopment())
  app.get('/pay/:invoiceID', showPayment)
  app.post('/pay/:invoiceID', decidePayment)
  app.get('/outbox', showOutbox)
  app.get('/uploads/:folder/:file', showUpload)
  app.get('/outbox.json', async (c) => c.json({ data: await listOutbox(c.var.call.db) }))
  return app
}

function onlyInDevelopment() {
  return createMiddleware<BackendEnv>(async (c, next) => {
    if (!c.var.call.config.DEV_TOOLS) return c.notFound()
    const headers = secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: [await devStyleHash()],
        // The form's answer leads back to the shop, which may stand elsewhere.
        formAction: ["'self'", c.var.call.config.SITE_ORIGIN],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      referrerPolicy: 'same-origin',
    })
    await headers(c, next)
    c.header('X-Robots-Tag', 'noindex')
    c.header('Cache-Control', 'private, no-store')
    return undefined
  })
}

async function showPayment(c: DevContext): Promise<Response> {
  const invoice = await payableInvoice(c.var.call.db, c.req.param('invoiceID') ?? '')
  if (!invoice) return c.notFound()
  const { lang, amount } = invoice
  const words = wordsOf(lang)
  return html(
    c,
    <DevDocument locale={lang} title={words('dev.payTitle')}>
      <h1>{words('dev.payTitle')}</h1>
      <p>{words('dev.payText')}</p>
      <form method="post">
        <button name="decision" value="succeeded">
          {words('dev.pay', { amount: formatMoney(lang, amount) })}
        </button>
        <button name="decision" value="declined" className="quiet">
          {words('dev.decline')}
        </button>
      </form>
    </DevDocument>,
  )
}

/** What the bank would do: tell the shop by a signed callback, and send the visitor back. */
async function decidePayment(c: DevContext): Promise<Response> {
  const { call } = c.var
  if (!isSameOrigin(c.req.raw.headers, c.req.url)) return c.text(call.words('api.foreignPost'), 403)
  const invoice = await payableInvoice(call.db, c.req.param('invoiceID') ?? '')
  if (!invoice) return c.notFound()
  const form = await c.req.parseBody()
  const kind: PaymentEvent['kind'] = form['decision'] === 'succeeded' ? 'succeeded' : 'declined'
  const event: PaymentEvent = {
    id: `test-${secretID()}`,
    kind,
    invoiceID: invoice.id,
    amount: invoice.amount,
  }
  const body = JSON.stringify(event)
  await takePaymentEvent(call, body, await sign(call.config.PAYMENT_SECRET, body, call.now))
  const page = kind === 'succeeded' ? 'paymentSuccess' : 'paymentFailed'
  return c.redirect(
    call.config.SITE_ORIGIN + href(invoice.lang, page, null, { invoiceID: invoice.id }),
    303,
  )
}

async function showOutbox(c: DevContext): Promise<Response> {
  const { locale, words, db } = c.var.call
  const messages = await listOutbox(db)
  return html(
    c,
    <DevDocument locale={locale} title={words('dev.outboxTitle')}>
      <h1>{words('dev.outboxTitle')}</h1>
      <p>{words('dev.outboxText')}</p>
      <p>
        <a href={href(locale, 'home')}>{words('dev.toShop')}</a>
      </p>
      {messages.length === 0 && <p>{words('dev.outboxEmpty')}</p>}
      {messages.map(({ id, recipient, subject, body, createdAt }) => (
        <article key={id}>
          <h2>{subject}</h2>
          <p>
            <small>
              {recipient} · <time dateTime={createdAt}>{createdAt}</time>
            </small>
          </p>
          <Linked text={body} />
        </article>
      ))}
    </DevDocument>,
  )
}

/** A screenshot by the name that the mail gives it. */
async function showUpload(c: DevContext): Promise<Response> {
  const kept = await c.env.UPLOADS.get(`${c.req.param('folder')}/${c.req.param('file')}`)
  if (!kept) return c.notFound()
  return c.body(kept.body, 200, { 'Content-Type': kept.httpMetadata?.contentType ?? '' })
}

function html(c: DevContext, page: ReactNode): Response {
  return c.body(`<!DOCTYPE html>${renderToStaticMarkup(page)}`, 200, {
    'Content-Type': 'text/html; charset=utf-8',
  })
}
