import type { ApiError } from '../../site/api/api-result.ts'
import type { AppContext } from '../../site/app-env.ts'
import { linkErrorPage } from '../../site/error-pages.tsx'
import { href } from '../../words/paths.shared.ts'
import { ChoosePlanActions } from '../../ui/support-links.tsx'

/**
 * Shows why the link to an eSIM does not work. Answers 410 for an eSIM that was refunded or
 * replaced, or whose order is on hold. The 410 replaces a browser's offline copy.
 */
export async function esimErrorPage(c: AppContext, error: ApiError): Promise<Response> {
  if (error.code === 'refunded') return refundedEsimPage(c)
  if (error.code === 'refunding') return refundedEsimPage(c, true)
  if (error.code === 'frozen' || error.code === 'replaced')
    return showBlocked(c, error.code, error.message)
  return linkErrorPage(c, error)
}

/** Shows that an eSIM was returned, or that its refund is on its way. */
export async function refundedEsimPage(c: AppContext, isRefunding = false): Promise<Response> {
  const { words } = c.var
  const title = words(isRefunding ? 'payment.refundingTitle' : 'payment.returnedTitle')
  c.status(410)
  return c.render(
    <section className="result">
      <h1>{title}</h1>
      <p className="lead">{words(isRefunding ? 'api.refunding' : 'api.refunded')}</p>
      <ChoosePlanActions />
    </section>,
    { title, styles: 'result' },
  )
}

/** @param text the API's text, which also tells whether the replacement was sent */
async function showBlocked(
  c: AppContext,
  reason: 'frozen' | 'replaced',
  text: ApiError['message'],
) {
  const { locale, words } = c.var
  c.status(410)
  return c.render(
    <section className="result">
      <h1>{words(`payment.${reason}Title`)}</h1>
      <p className="lead">{text ?? words(`api.${reason}`)}</p>
      <a className="button" href={href(locale, 'contacts')}>
        {words('layout.contact')}
      </a>
    </section>,
    { title: words(`payment.${reason}Title`), styles: 'result' },
  )
}
