import type { Context } from 'hono'
import { createElement } from 'react'
import type { FormDefinition, FormProps, FormReply } from '../ui/form-definition.shared.ts'
import type { AppContext } from './app-env.ts'
import { fittedPage } from './fitted-page.ts'
import { pageStatus } from './error-pages.tsx'
import { rememberNotice } from './form-notices.ts'

/** A form with the texts that a person typed, and the errors of its input. */
type ShownForm<Props extends FormProps> = {
  readonly form: FormDefinition<Props>
  readonly props: Props
}

/** Shows the page of a form, or the form alone if the page is too large with the typed texts. */
export async function showFormAgain<Props extends FormProps>(
  c: AppContext,
  status: number,
  { form: { Component }, props }: ShownForm<Props>,
  renderPage: () => Response | Promise<Response>,
): Promise<Response> {
  markRejected(c, status)
  if (isHydrated(c)) return c.json({ props } satisfies FormReply)
  if (c.req.method !== 'POST') return renderPage()
  const { page } = await fittedPage(c, createElement(Component, props), renderPage)
  return page
}

/**
 * Whether the request comes from the hydrated form, which reads JSON. The answer to a plain form is
 * a page. The answer to every GET is a page too, because caches store it.
 */
function isHydrated(c: Context): boolean {
  return c.req.method === 'POST' && c.req.header('Accept') === 'application/json'
}

/** Sets the status of a page with a form. With an error status, the page's title mentions it. */
export function markRejected(c: AppContext, status: number): void {
  c.status(pageStatus(status))
  if (status >= 400) c.set('isRejected', true)
}

/**
 * Confirms a form that stays on its page.
 * @param to the page that confirms it without JavaScript
 * @param values the values of the next form, which replace those of the form that was sent
 */
export function confirmForm(
  c: AppContext,
  done: { readonly title: string; readonly text: string },
  to: string,
  values: object,
): Response {
  return isHydrated(c) ? c.json({ done, values } satisfies FormReply) : c.redirect(to, 303)
}

/** Redirects from a form that cannot be completed to the page that explains why. */
export function redirectRefused(c: AppContext, to: string): Response {
  return isHydrated(c) ? c.json({ to, isRefused: true } satisfies FormReply) : c.redirect(to, 303)
}

/** Redirects after a form: by 303, or for a hydrated form by JSON. */
export async function redirectAfterForm(c: AppContext, to: string): Promise<Response> {
  if (!isHydrated(c)) return c.redirect(to, 303)
  await rememberNotice(c, to, c.var.config)
  return c.json({ to } satisfies FormReply)
}
