import { pageOfForm } from '../../domain/redirect-target.ts'

/**
 * Returns the page of a form with the query of the visitor's URL. A stored page has only the
 * parameters that it uses in its forms, but others must survive too, for example those of a
 * campaign. Returns null if the form's page is outside the shop.
 */
export function pageOfVisitor(formPage: string, referer: string | undefined): string | null {
  const page = pageOfForm(formPage)
  if (page === null || referer === undefined || !URL.canParse(referer)) return page
  const { pathname, search } = new URL(referer)
  return pathname === page.split('?')[0] ? (pageOfForm(pathname + search) ?? page) : page
}
