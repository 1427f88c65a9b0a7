import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { RepeatedForm } from '../../site/repeated-form.tsx'
import type { AdminContext } from '../admin-env.ts'
import type { AdminWords } from '../admin-words.ts'
import { OrderSearch } from '../order-search.tsx'
import { OfficeRepeatForm } from '../repeat-form.tsx'
import { renderPage } from './render-page.tsx'

export type RefusalPage =
  | 'signIn'
  | 'noRole'
  | 'localSignIn'
  | 'forbidden'
  | 'notFound'
  | 'invalidForm'

type RefusalDetails = {
  readonly email?: string
  /** The form that was sent, to send it again after a sign-in. */
  readonly form?: RepeatedForm | null
}

/** Shows why a request failed, and the next step. */
export function showRefusal(
  c: AdminContext,
  kind: RefusalPage,
  status: ContentfulStatusCode,
  { email = '', form = null }: RefusalDetails = {},
): Response {
  const { title, text } = textsOf(c.var.words, kind, email)
  return renderPage(
    c,
    { title },
    <div className="narrow">
      <div className="panel">
        <h1>{title}</h1>
        <p>{text}</p>
        {form && <OfficeRepeatForm form={form} text={c.var.words('refusals.repeat')} />}
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
