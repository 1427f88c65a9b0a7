import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { pathAndQuery } from '../../kit/redirect-target.ts'
import { officeHref } from '../../words/office-paths.ts'
import type { AdminContext } from '../admin-env.ts'
import { OfficeProvider, officeOf } from '../office.tsx'
import { AdminDocument } from './admin-document.tsx'
import type { AdminPage } from './admin-document.tsx'

export function renderPage(
  c: AdminContext,
  page: AdminPage,
  children: ReactNode,
  status: ContentfulStatusCode = 200,
): Response {
  const { pathname, search } = pathAndQuery(c.req.url)
  const { context, isLocal = false } = c.var
  const isRejected = c.req.method === 'POST' && status >= 400
  // A screen reader reads the title first.
  const title = isRejected ? context.words('errors.titleOf', { title: page.title }) : page.title
  const document = (
    <OfficeProvider office={officeOf(c.var)}>
      <AdminDocument
        brand={context.config.BRAND_NAME}
        isLocal={isLocal}
        // A GET cannot load the page of a posted form, so the language switch returns to Today.
        path={c.req.method === 'GET' ? pathname + search : officeHref('today')}
        page={{ ...page, title }}
      >
        {children}
      </AdminDocument>
    </OfficeProvider>
  )
  return c.body(`<!DOCTYPE html>${renderToStaticMarkup(document)}`, status, {
    'Content-Type': 'text/html; charset=utf-8',
  })
}
