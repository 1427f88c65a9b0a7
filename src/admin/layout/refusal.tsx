import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AdminContext } from '../admin-env.ts'
import type { AdminWords } from '../admin-words.ts'
import { OrderSearch } from '../order-search.tsx'
import { renderPage } from './render-page.tsx'

export type RefusalPage =
  | 'signIn'
  | 'noRole'
  | 'localSignIn'
  | 'forbidden'
  | 'notFound'
  | 'invalidForm'

/** Shows why a request failed, and the next step. */
export function showRefusal(
  c: AdminContext,
  kind: RefusalPage,
  status: ContentfulStatusCode,
  { email = '' }: { readonly email?: string } = {},
): Response {
  const { title, text } = textsOf(c.var.words, kind, email)
  return renderPage(
    c,
    { title },
    <div className="narrow">
      <div className="panel">
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      {kind === 'notFound' && <OrderSearch />}
    </div>,
    status,
  )
}

function textsOf(words: AdminWords, kind: RefusalPage, email: string) {
  const title = words(`refusals.${kind}.title`)
  if (kind === 'noRole') return { title, text: words('refusals.noRole.text', { email }) }
  return { title, text: words(`refusals.${kind}.text`) }
}
