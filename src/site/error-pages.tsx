import { HTTPException } from 'hono/http-exception'
import type { ReactNode } from 'react'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ApiError } from './api/api-result.ts'
import type { Country } from '../plans/operations.ts'
import { logEvent } from '../kit/log.ts'
import { href } from '../words/paths.shared.ts'
import { routeOf } from '../words/page-table.ts'
import type { AppContext } from './app-env.ts'
import { pathAndQuery } from '../kit/redirect-target.ts'
import { cacheControl } from '../kit/http.ts'
import { fittedPage } from './fitted-page.ts'
import type { PageHead } from './head.tsx'
import { repeatedForm, RepeatForm } from './repeated-form.tsx'
import { MailLink } from '../ui/support-links.tsx'
import { CountryChips } from '../plans/place-list.tsx'
import { SearchForm } from '../ui/navigation.tsx'
import { useSite } from '../ui/site.tsx'

export async function notFoundPage(c: AppContext): Promise<Response> {
  const { locale, words } = c.var
  const view = {
    title: words('errors.notFoundTitle'),
    text: words('errors.notFoundText'),
    action: { label: words('errors.toMainPage'), href: href(locale, 'home') },
    popular: (await c.var.dictionaries.popularCountries()).list,
  }
  return errorPage(c, 404, view, { title: words('errors.notFoundName') })
}

/**
 * Shows the error of a page that a secret link opens. A 404 means that the link is wrong.
 * @param hint is shown with a server error
 */
export async function linkErrorPage(c: AppContext, error: ApiError, hint?: string) {
  return error.status === 404 ? brokenLinkPage(c) : apiErrorPage(c, error, hint)
}

/** Shows that a secret link is incomplete or wrong. */
export async function brokenLinkPage(c: AppContext): Promise<Response> {
  const { locale, words } = c.var
  const view = {
    code: null,
    title: words('errors.notFoundTitle'),
    text: words('errors.linkText'),
    action: { label: words('layout.account'), href: href(locale, 'account') },
    hasSupport: true,
  }
  return errorPage(c, 404, view, { title: words('errors.notFoundName') })
}

/**
 * Shows the page of an API error: not found for 404, a server error from 500 on, or else that the
 * data was refused.
 */
export async function apiErrorPage(c: AppContext, { status }: ApiError, hint?: string) {
  if (status === 404) return notFoundPage(c)
  return status >= 500 ? serverErrorPage(c, status, hint) : dataErrorPage(c, status)
}

export async function forbiddenPage(c: AppContext): Promise<Response> {
  const { locale, words } = c.var
  return errorPage(c, 403, {
    title: words('errors.forbiddenTitle'),
    text: words('errors.forbiddenText'),
    action: { label: words('layout.contact'), href: href(locale, 'contacts') },
  })
}

async function serverErrorPage(c: AppContext, status = 500, hint = ''): Promise<Response> {
  const { words } = c.var
  const text = `${words('errors.serverText')} ${hint}`.trim()
  return retryPage(c, status, words('errors.serverTitle'), text)
}

/** Shows that the API refused the data of the page, for example with 401 or 429. */
async function dataErrorPage(c: AppContext, status: number): Promise<Response> {
  return retryPage(c, status, c.var.words('errors.dataFailed'), '')
}

/**
 * Shows an error with a link to the page. After a form, offers to send the form again if the same
 * request can succeed later.
 */
async function retryPage(c: AppContext, status: number, title: string, text: string) {
  const { pathname, search } = pathAndQuery(c.req.url)
  const action = { label: c.var.words('errors.refresh'), href: pathname + search }
  const show = async (form: ReactNode) =>
    errorPage(
      c,
      status,
      { title, text, action, form, hasSupport: true },
      { styles: form === null ? 'error' : 'failedForm' },
    )
  const repeated = status === 429 || status >= 500 ? await repeatedForm(c) : null
  if (repeated === null) return show(null)
  const form = <RepeatForm form={repeated} />
  const { page, isTooLarge } = await fittedPage(c, form, async () => show(form))
  if (!isTooLarge) return page
  c.set('reduction', null)
  return show(null)
}

/**
 * Logs an unexpected error and shows the page of a server error. Errors of the validator have their
 * own response.
 */
export async function onError(error: Error, c: AppContext): Promise<Response> {
  if (error instanceof HTTPException && error.status < 500) return error.getResponse()
  const { requestId } = c.var
  logEvent({ event: 'unexpected-error', requestId, route: routeOf(c.req.path), error: error.stack })
  return serverErrorPage(c)
}

/** @param head replaces the title of the document, which is the heading by default */
async function errorPage(
  c: AppContext,
  status: number,
  view: Omit<ErrorViewProps, 'code'> & Partial<Pick<ErrorViewProps, 'code'>>,
  head: Partial<Pick<PageHead, 'title' | 'styles'>> = {},
): Promise<Response> {
  c.status(pageStatus(status))
  c.header('Cache-Control', cacheControl.none)
  return c.render(<ErrorView code={String(status)} {...view} />, {
    title: view.title,
    noindex: true,
    styles: 'error',
    ...head,
  })
}

/**
 * Returns the HTTP status of a page that shows an API error. 419 becomes 403, and an invalid status
 * 500.
 */
export function pageStatus(status: number): ContentfulStatusCode {
  // 419 is not a registered status.
  if (status === 419) return 403
  const isPossible = status === 200 || (Number.isInteger(status) && status >= 400 && status <= 599)
  return isPossible ? (status as ContentfulStatusCode) : 500 // Hono's type lists known statuses
}

type ErrorViewProps = {
  /** Null: shows a pass that is crossed out. */
  readonly code: string | null
  readonly title: string
  readonly text: string
  readonly action: { readonly label: string; readonly href: string }
  /** Offers a search for a country, and popular countries. */
  readonly popular?: readonly Country[]
  /** Replaces the action. */
  readonly form?: ReactNode
  /** Shows the address of support. */
  readonly hasSupport?: boolean
}

const shownCountries = 8

function ErrorView({ code, title, text, action, hasSupport, popular, form }: ErrorViewProps) {
  const { locale, words, brand } = useSite()
  return (
    <section className="error-view">
      <p className={code === null ? 'void-pass' : 'error-code'} aria-hidden="true">
        {code}
      </p>
      <h1>{title}</h1>
      {text !== '' && <p className="lead">{text}</p>}
      {popular && (
        <>
          <SearchForm
            action={href(locale, 'countries')}
            label={words('home.searchLabel')}
            value=""
            hasCountries
          />
          <CountryChips countries={popular.slice(0, shownCountries)} />
        </>
      )}
      {form ?? (
        <a className={popular ? 'button quiet' : 'button'} href={action.href}>
          {action.label}
        </a>
      )}
      {hasSupport && (
        <p>
          {words('errors.writeUs')}
          <br />
          <MailLink address={brand.supportEmail} />
        </p>
      )}
    </section>
  )
}

/** Answers 503 to crawlers and feed readers. They keep their list and retry after ten minutes. */
export function retryLater(c: AppContext): Response {
  return c.text(c.var.words('errors.listFailed'), 503, {
    'Cache-Control': cacheControl.none,
    'Retry-After': '600',
  })
}
