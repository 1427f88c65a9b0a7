import type { ApiError } from '../../site/api/api-result.ts'
import type { AppContext } from '../../site/app-env.ts'
import { linkErrorPage } from '../../site/error-pages.tsx'
import { href } from '../../words/paths.shared.ts'
import { ChoosePlanActions } from '../../plans/plan-facts.tsx'

/**
 * Shows why the link to an eSIM does not work. Answers 410 for an eSIM that was refunded or
 * replaced, or whose order is on hold. The 410 replaces a browser's offline copy.
 */
export async function esimErrorPage(c: AppContext, error: ApiError): Promise<Response> {
  if (error.code === 'refunded') return refundedEsimPage(c)
  if (error.code === 'frozen' || error.code === 'replaced')
    return showBlocked(c, error.code, error.message)
  return linkErrorPage(c, error)
}

/** Shows that an eSIM was returned. Its order shows the state of the refund. */
export async function refundedEsimPage(c: AppContext): Promise<Response> {
  const { words } = c.var
  c.status(410)
  return c.render(
    <section className="result">
      <h1>{words('payment.returnedTitle')}</h1>
      <p className="lead">{words('api.refunded')}</p>
      <ChoosePlanActions />
    </section>,
    { title: words('payment.returnedTitle'), styles: 'result' },
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
