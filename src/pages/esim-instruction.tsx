import { z } from 'zod'
import { hash as esimHash } from '../contract/common.ts'
import type { AppContext } from '../http/app-env.ts'
import { apiErrorPage, notFoundPage } from '../http/page/error-pages.tsx'
import { page } from '../http/page/page.ts'
import { sessionOf } from '../http/middleware/session-cookies.ts'
import { pageStatus } from '../http/page/page-status.ts'
import { userAgentOf } from '../http/user-agent.ts'
import { deviceOf } from '../domain/device.ts'
import { href } from '../locale/paths.ts'
import { useSite } from '../ui/site.tsx'
import type { ApiError } from '../api/api-result.ts'
import { InstallSteps } from './esim-instruction/install-steps.tsx'
import { Instruction } from './esim-instruction/instruction-view.tsx'

const instructionQuery = z.object({
  hash: esimHash.optional(),
  resent: z.literal('1').optional().catch(undefined),
})
type InstructionQuery = z.output<typeof instructionQuery>

/** A purchased eSIM: QR code, install links and codes. Without a hash: the general instructions. */
export const instructionPage = page('instruction', {
  access: 'private',
  query: instructionQuery,
  get: (c, { query }) => show(c, query),
  post: (c, _, { query }) => resend(c, query),
})

async function show(
  c: AppContext,
  { hash, resent }: InstructionQuery,
  resendError: ApiError | null = null,
) {
  const { words, api } = c.var
  if (hash === undefined) return c.render(<General />, { title: words('instruction.generalTitle') })
  const answer = await api.esim({ hash }, { session: sessionOf(c, 'customer') })
  if (!answer.ok && answer.error.code === 'refunded') return showRefunded(c)
  if (!answer.ok && (answer.error.code === 'frozen' || answer.error.code === 'replaced'))
    return showBlocked(c, answer.error.code)
  if (!answer.ok) return apiErrorPage(c, answer.error)
  if (resendError) c.status(pageStatus(resendError.status))
  const mail = resendError ? 'failed' : resent ? 'sent' : null
  const device = deviceOf(userAgentOf(c) ?? '')
  return c.render(<Instruction esim={answer.value.data} mail={mail} device={device} />, {
    title: words('instruction.title'),
  })
}

/** 410 replaces the copy that a browser stored for use without a network. */
async function showRefunded(c: AppContext) {
  const { locale, words } = c.var
  c.status(410)
  return c.render(
    <section className="result">
      <h1>{words('payment.refundedTitle')}</h1>
      <p className="lead">{words('api.refunded')}</p>
      <a className="button" href={href(locale, 'countries')}>
        {words('payment.choose')}
      </a>
    </section>,
    { title: words('payment.refundedTitle') },
  )
}

async function showBlocked(c: AppContext, reason: 'frozen' | 'replaced') {
  const { locale, words } = c.var
  c.status(410)
  return c.render(
    <section className="result">
      <h1>{words(`payment.${reason}Title`)}</h1>
      <p className="lead">{words(`api.${reason}`)}</p>
      <a className="button" href={href(locale, 'contacts')}>
        {words('contacts.title')}
      </a>
    </section>,
    { title: words(`payment.${reason}Title`) },
  )
}

async function resend(c: AppContext, query: InstructionQuery) {
  const { locale, api } = c.var
  const { hash } = query
  if (hash === undefined) return notFoundPage(c)
  const answer = await api.esimResend({ hash })
  if (!answer.ok && answer.error.status === 404) return notFoundPage(c)
  if (!answer.ok) return show(c, query, answer.error)
  return c.redirect(href(locale, 'instruction', null, { hash, resent: '1' }), 303)
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
