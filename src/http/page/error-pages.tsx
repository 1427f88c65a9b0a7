import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { logEvent } from '../../domain/log-event.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { href } from '../../locale/paths.ts'
import type { ApiError } from '../../api/api-result.ts'
import type { AppEnv } from '../app-env.ts'
import { pageStatus } from './page-status.ts'

type AppContext = Context<AppEnv>

/** 404: 'Page not found' with the way home. */
export async function notFound(c: AppContext): Promise<Response> {
  const { locale, words } = c.var
  unkept(c, 404)
  return c.render(
    <ErrorView
      code="404"
      title={words('errors.notFoundTitle')}
      text={words('errors.notFoundText')}
      action={{ label: words('errors.toMainPage'), href: href(locale, 'home') }}
    />,
    { title: words('errors.notFoundName'), noindex: true },
  )
}

/** What the API's failure of a detail means for the page: 404 stays 404, the rest is 'Server Error' with its status. */
export async function apiErrorPage(c: AppContext, { status }: ApiError): Promise<Response> {
  return status === 404 ? notFound(c) : serverError(c, status >= 500 ? status : 500)
}

/** Signed in, but not for this: the profile's scopes say so. */
export async function forbidden(c: AppContext): Promise<Response> {
  const { locale, words } = c.var
  unkept(c, 403)
  return c.render(
    <ErrorView
      code="403"
      title={words('errors.forbiddenTitle')}
      text={words('errors.forbiddenText')}
      action={{ label: words('layout.contacts'), href: href(locale, 'contacts') }}
    />,
    { title: words('errors.forbiddenTitle'), noindex: true },
  )
}

/** 'Server Error' with a refresh button; status is 500 when unknown. */
export async function serverError(c: AppContext, status = 500): Promise<Response> {
  const { words } = c.var
  const { pathname, search } = new URL(c.req.url)
  unkept(c, status)
  return c.render(
    <ErrorView
      code={String(status)}
      title={words('errors.serverTitle')}
      text={words('errors.serverText')}
      action={{ label: words('errors.refresh'), href: pathname + search }}
    />,
    { title: words('errors.serverTitle'), noindex: true },
  )
}

/** Surprises end here: logged with the request's id, shown as 'Server Error'. */
export async function onError(error: Error, c: AppContext): Promise<Response> {
  if (error instanceof HTTPException && error.status < 500) return error.getResponse()
  logEvent({
    event: 'unexpected-error',
    requestID: c.var.requestID,
    path: c.req.path,
    error: error.stack,
  })
  return serverError(c)
}

/** A form posted from somebody else's page. */
export function refusal(c: AppContext): Response {
  unkept(c, 403)
  return c.text(c.var.words('errors.foreignPost'), 403)
}

function unkept(c: AppContext, status: number): void {
  c.status(pageStatus(status))
  c.header('Cache-Control', 'no-store')
}
