import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import { z } from 'zod'
import {
  strictTransportSecurity,
  cacheControl,
  isLoopback,
  forbidIndexing,
  isSameOrigin,
} from '../../kit/http.ts'
import { href } from '../../words/paths.shared.ts'
import type { BackendEnv } from '../../context.ts'
import { composeMail } from '../../messages/compose-mail.ts'
import { validInput } from '../../api/valid-input.ts'
import { findMessage, listOutbox } from '../../messages/outbox.ts'
import { DevDocument, devStyleHash, devPage, readDevForm } from './dev-document.tsx'
import type { DevContext, ParamsOf, FormOf } from './dev-document.tsx'
import { decidePayment, decisionForm, paymentParams, showPayment } from './payment-page.tsx'
import { secretID } from '../../kit/tokens.shared.ts'
import { balanceText, planName } from '../../words/plan-words.ts'
import { readEsim, toBalance, type EsimRow } from '../../esims/esim-rows.ts'
import { usageWebhook } from '../../esims/usage.ts'

const mailParams = z.object({ id: z.string() })
const uploadParams = z.object({ folder: z.string(), file: z.string() })

/**
 * Serves the test payment page, the test network, the outbox and visitors' uploads. Answers 404
 * without DEV_TOOLS=1, and on other hosts than this machine.
 */
export function devTools() {
  const app = new Hono<BackendEnv>()
  app.use(requireDevelopment())
  app.get('/pay/:reference', validInput('param', paymentParams), showPayment)
  app.post(
    '/pay/:reference',
    validInput('param', paymentParams),
    readDevForm(),
    validInput('form', decisionForm),
    decidePayment,
  )
  app.get('/usage/:hash', validInput('param', usageParams), showUsage)
  app.post(
    '/usage/:hash',
    validInput('param', usageParams),
    readDevForm(),
    validInput('form', usageForm),
    reportUsage,
  )
  app.get('/outbox', showOutbox)
  app.get('/outbox/:id', validInput('param', mailParams), showMail)
  app.get('/uploads/:folder/:file', validInput('param', uploadParams), showUpload)
  app.get('/outbox.json', async (c) => c.json({ data: await listOutbox(c.var.context.db) }))
  return app
}

function requireDevelopment() {
  return createMiddleware<BackendEnv>(async (c, next) => {
    if (!c.var.context.config.DEV_TOOLS || !isLocal(c)) return c.notFound()
    const isMail = c.req.path.startsWith('/dev/outbox/')
    const headers = secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: [isMail ? "'unsafe-inline'" : await devStyleHash()],
        // Browsers request /favicon.ico from the page's origin.
        imgSrc: ["'self'", ...(isMail ? ['data:'] : [])],
        // The form redirects to the shop, which may have another origin.
        formAction: ["'self'", c.var.context.config.SITE_ORIGIN],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      strictTransportSecurity,
      referrerPolicy: 'same-origin',
    })
    await headers(c, next)
    forbidIndexing(c)
    c.header('Cache-Control', cacheControl.private)
    return undefined
  })
}

/**
 * Returns whether the request was sent to this machine. The outbox shows sign-in codes, so a site
 * with DEV_TOOLS=1 by mistake must not show it. Also prevents DNS rebinding, by which another
 * site's page could read it.
 */
function isLocal(c: DevContext): boolean {
  return isLoopback(new URL(c.req.url).hostname)
}

async function showOutbox(c: DevContext): Promise<Response> {
  const { locale, words, db, config } = c.var.context
  const messages = await listOutbox(db)
  return devPage(
    c,
    <DevDocument locale={locale} brand={config.BRAND_NAME} title={words('dev.outboxTitle')}>
      <h1>{words('dev.outboxTitle')}</h1>
      <p className="soft">{words('dev.outboxText')}</p>
      <p>
        <a href={href(locale, 'home')}>{words('dev.toShop')}</a>
      </p>
      {messages.length === 0 && <p>{words('dev.outboxEmpty')}</p>}
      {messages.map(({ id, kind, recipient, subject, body, createdAt }) => (
        <article key={id}>
          <h2>{subject}</h2>
          <p>
            <small>
              {recipient} · <time dateTime={createdAt}>{createdAt}</time>
            </small>
          </p>
          <LinkedText text={body} />
          {kind === 'mail' && (
            <a href={`/dev/outbox/${id}`} target="_blank">
              {words('dev.outboxMail')}
            </a>
          )}
        </article>
      ))}
    </DevDocument>,
  )
}

/** Shows an email as mail programs do, including its codes. */
async function showMail(c: ParamsOf<typeof mailParams>): Promise<Response> {
  const { context } = c.var
  const message = await findMessage(context.db, c.req.valid('param').id)
  if (message?.kind !== 'mail') return c.notFound()
  const { html, pictures } = await composeMail(context, message)
  return c.html(
    pictures.reduce(
      (page, { contentID, base64 }) =>
        page.replace(`cid:${contentID}`, `data:image/png;base64,${base64}`),
      html,
    ),
  )
}

/** Serves a screenshot by its name in the email. */
async function showUpload(c: ParamsOf<typeof uploadParams>): Promise<Response> {
  const { folder, file } = c.req.valid('param')
  const upload = await c.env.UPLOADS.get(`${folder}/${file}`)
  if (!upload) return c.notFound()
  return c.body(upload.body, 200, { 'Content-Type': upload.httpMetadata?.contentType ?? '' })
}

/** The text of an email in paragraphs, with URLs as links. */
function LinkedText({ text }: { text: string }) {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph}>
      {paragraph.split(/(https?:\/\/\S+)/).map((part) =>
        /^https?:/.test(part) ? (
          <a key={part} href={part}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  ))
}

/** Selectable amounts of used data, in percent. */
const shares = ['10', '85', '100'] as const
/** Assumed total MB of an unlimited plan. */
const assumedTotalMb = 10_240

const usageParams = z.object({ hash: z.string() })
const usageForm = z.object({ percent: z.enum(shares).optional().catch(undefined) })

/** Shows the test network of an eSIM with a button for each amount of used data. */
async function showUsage(c: ParamsOf<typeof usageParams>): Promise<Response> {
  const { context } = c.var
  const { locale, words, config } = context
  const row = await esimOf(c)
  if (!row) return c.notFound()
  const { tariff: plan, balance } = toBalance(row, context)
  return devPage(
    c,
    <DevDocument locale={locale} brand={config.BRAND_NAME} title={words('dev.usageTitle')}>
      <h1>{words('dev.usageTitle')}</h1>
      <p className="soft">{words('dev.usageText')}</p>
      <p>
        {planName(context, plan)}: {balanceText(context, balance)}
      </p>
      <form method="post">
        {shares.map((share) => (
          <button key={share} name="percent" value={share} className="quiet">
            {words('dev.usageReport', { percent: share })}
          </button>
        ))}
      </form>
      <p>
        <a href={href(locale, 'operatorInfo', null, { hash: row.esim_hash })}>
          {words('dev.usageBalance')}
        </a>
      </p>
    </DevDocument>,
  )
}

/** Reports the usage as a network does, and redirects to the balance. */
async function reportUsage(c: FormOf<typeof usageParams, typeof usageForm>): Promise<Response> {
  const { context } = c.var
  if (!isSameOrigin(c.req.raw.headers, c.req.url))
    return c.text(context.words('api.foreignPost'), 403)
  const row = await esimOf(c)
  if (!row) return c.notFound()
  const { percent } = c.req.valid('form')
  if (percent === undefined) return showUsage(c)
  const { iccid, esim_hash: hash } = row
  const limit = toBalance(row, context).balance.dataLimitMb ?? assumedTotalMb
  const dataUsedMb = Math.ceil((limit * Number(percent)) / 100)
  const reportedAt = context.now.toISOString()
  await usageWebhook.handle(context, { id: secretID(), iccid, dataUsedMb, reportedAt })
  return c.redirect(href(context.locale, 'operatorInfo', null, { hash }), 303)
}

async function esimOf(c: ParamsOf<typeof usageParams>): Promise<EsimRow | null> {
  const { db, locale } = c.var.context
  return readEsim(db, c.req.valid('param').hash, locale)
}
