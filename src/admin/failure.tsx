import { pathAndQuery } from '../kit/redirect-target.ts'
import type { AdminContext } from './admin-env.ts'
import { renderPage } from './layout/render-page.tsx'
import { readFormOf, OfficeRepeatForm } from './repeat-form.tsx'

/** Shows that a request failed. Offers to send its form again, with the same idempotency key. */
export async function showFailure(c: AdminContext): Promise<Response> {
  const { words, context } = c.var
  const title = words('refusals.failed.title')
  const person: AdminContext['var']['person'] | undefined = c.var.person
  const form = person === undefined ? null : await readFormOf(c)
  const isPage = c.req.method === 'GET'
  const { pathname, search } = pathAndQuery(c.req.url)
  return renderPage(
    c,
    { title },
    <div className="narrow">
      <div className="panel">
        <h1>{title}</h1>
        <p>{words(isPage ? 'refusals.failed.page' : 'refusals.failed.text')}</p>
        {isPage && (
          <p>
            <a className="button" href={pathname + search}>
              {context.words('errors.retry')}
            </a>
          </p>
        )}
        {form && <OfficeRepeatForm form={form} text={context.words('errors.repeatText')} />}
      </div>
    </div>,
    500,
  )
}
