import type { Context } from 'hono'
import { hash as hashSchema } from '../contract/common.ts'
import type { AppEnv } from '../http/app-env.ts'
import { apiErrorPage, notFound } from '../http/page/error-pages.tsx'
import { page } from '../http/page/page.ts'
import { sessionOf } from '../http/middleware/session-cookies.ts'
import { pageStatus } from '../http/page/page-status.ts'
import { href } from '../locale/paths.ts'
import { useSite } from '../ui/site.tsx'
import type { ApiResult } from '../api/api-result.ts'
import { InstallSteps } from './esim-instruction/install-steps.tsx'
import { Instruction } from './esim-instruction/instruction-view.tsx'

/** A purchased eSIM with all that is needed to install it, by camera, by tap or by hand; the steps alone without a hash. */
export const instructionPage = page('instruction', (c) => show(c), {
  access: 'private',
  post: resend,
})

async function show(c: Context<AppEnv>, resent: ApiResult<unknown> | null = null) {
  const { words, api } = c.var
  const given = c.req.query('hash')
  if (given === undefined) {
    const title = words('instruction.generalTitle')
    return c.render(<General />, { title, noindex: true })
  }
  const hash = hashSchema.safeParse(given)
  if (!hash.success) return notFound(c)
  const answer = await api.esim({ hash: hash.data }, { session: sessionOf(c, 'customer') })
  if (!answer.ok) return apiErrorPage(c, answer.error)
  if (resent?.ok === false) c.status(pageStatus(resent.error.status))
  const mail = resent?.ok === false ? 'failed' : c.req.query('resent') === '1' ? 'sent' : null
  return c.render(<Instruction esim={answer.value.data} mail={mail} />, {
    title: words('instruction.title'),
    noindex: true,
  })
}

/** Mails the eSIM again, to the address of its order. */
async function resend(c: Context<AppEnv>) {
  const { locale, api } = c.var
  const hash = hashSchema.safeParse(c.req.query('hash'))
  if (!hash.success) return notFound(c)
  const answer = await api.esimResend({ hash: hash.data })
  if (!answer.ok && answer.error.status === 404) return notFound(c)
  if (!answer.ok) return show(c, answer)
  return c.redirect(href(locale, 'instruction', null, { hash: hash.data, resent: '1' }), 303)
}

function General() {
  const { locale, words } = useSite()
  return (
    <>
      <section className="masthead">
        <h1>{words('instruction.generalTitle')}</h1>
        <p className="lead">{words('instruction.lead')}</p>
      </section>
      <InstallSteps />
      <p className="actions">
        <a className="button" href={href(locale, 'countries')}>
          {words('payment.choose')}
        </a>
      </p>
    </>
  )
}
