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
import { handlePaymentEvent } from '../orders/payment-webhook.ts'
import type { PaymentEvent } from '../orders/payment-webhook.ts'
import { DevDocument, devStyleHash } from './dev-document.tsx'
import { LinkedText } from './linked-text.tsx'
import { payableInvoice } from './payable-invoice.ts'

type DevContext = Context<BackendEnv>

/** The test payment page, the outbox and visitors' uploads. Without DEV_TOOLS=1 they answer 404. */
export function devTools() {
  const app = new Hono<BackendEnv>()
  app.use(onlyInDevelopment())
  app.get('/pay/:invoiceID', showPayment)
  app.post('/pay/:invoiceID', decidePayment)
  app.get('/outbox', showOutbox)
  app.get('/uploads/:folder/:file', showUpload)
  app.get('/outbox.json', async (c) => c.json({ data: await listOutbox(c.var.context.db) }))
  return app
}

function onlyInDevelopment() {
  return createMiddleware<BackendEnv>(async (c, next) => {
    if (!c.var.context.config.DEV_TOOLS) return c.notFound()
    const headers = secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: [await devStyleHash()],
        // The form redirects to the shop, which may have another origin.
        formAction: ["'self'", c.var.context.config.SITE_ORIGIN],
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
  const invoice = await payableInvoice(c.var.context.db, c.req.param('invoiceID') ?? '')
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

/** Acts as the payment provider: reports the event and sends the visitor back to the shop. */
async function decidePayment(c: DevContext): Promise<Response> {
  const { context } = c.var
  if (!isSameOrigin(c.req.raw.headers, c.req.url))
    return c.text(context.words('api.foreignPost'), 403)
  const invoice = await payableInvoice(context.db, c.req.param('invoiceID') ?? '')
  if (!invoice) return c.notFound()
  const form = await c.req.parseBody()
  const kind: PaymentEvent['kind'] = form['decision'] === 'succeeded' ? 'succeeded' : 'declined'
  const event: PaymentEvent = {
    id: `test-${secretID()}`,
    kind,
    invoiceID: invoice.id,
    amount: invoice.amount,
  }
  await handlePaymentEvent(context, event)
  const page = kind === 'succeeded' ? 'paymentSuccess' : 'paymentFailed'
  return c.redirect(
    context.config.SITE_ORIGIN + href(invoice.lang, page, null, { invoiceID: invoice.id }),
    303,
  )
}

async function showOutbox(c: DevContext): Promise<Response> {
  const { locale, words, db } = c.var.context
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
          <LinkedText text={body} />
        </article>
      ))}
    </DevDocument>,
  )
}

/** A screenshot, by its name in the mail. */
async function showUpload(c: DevContext): Promise<Response> {
  const upload = await c.env.UPLOADS.get(`${c.req.param('folder')}/${c.req.param('file')}`)
  if (!upload) return c.notFound()
  return c.body(upload.body, 200, { 'Content-Type': upload.httpMetadata?.contentType ?? '' })
}

function html(c: DevContext, page: ReactNode): Response {
  return c.body(`<!DOCTYPE html>${renderToStaticMarkup(page)}`, 200, {
    'Content-Type': 'text/html; charset=utf-8',
  })
}
