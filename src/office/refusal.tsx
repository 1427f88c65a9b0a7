import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { repeatOf, type RepeatedForm } from '../site/repeated-form.tsx'
import { useOffice, type OfficeContext, type OfficeWords } from './office-context.tsx'
import { OrderSearch } from './lists.tsx'
import { renderPage } from './document.tsx'
import { pathAndQuery } from '../kit/redirect-target.ts'
import { LabelledField } from './fields.tsx'
import { fieldsOf } from './form-body.ts'
import { HiddenFields } from '../ui/post-form.shared.tsx'

type RefusalPage =
  | 'signIn'
  | 'noRole'
  | 'localSignIn'
  | 'forbidden'
  | 'accounts'
  | 'notFound'
  | 'invalidForm'

type RefusalDetails = {
  readonly email?: string
  /** The form that was sent, to send it again after a sign-in. */
  readonly form?: RepeatedForm | null
}

/** Shows why a request failed, and the next step. */
export function showRefusal(
  c: OfficeContext,
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
    { status },
  )
}

function textsOf(words: OfficeWords, kind: RefusalPage, email: string) {
  const title = words(`refusals.${kind}.title`)
  if (kind === 'noRole') return { title, text: words('refusals.noRole.text', { email }) }
  return { title, text: words(`refusals.${kind}.text`) }
}

/** Shows that a request failed. Offers to send its form again, with the same idempotency key. */
export async function showFailure(c: OfficeContext): Promise<Response> {
  const { words, context } = c.var
  const title = words('refusals.failed.title')
  const person: OfficeContext['var']['person'] | undefined = c.var.person
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
    { status: 500 },
  )
}

/** Returns the form if `limitForm` has read it, or null. */
export async function readFormOf(c: OfficeContext): Promise<RepeatedForm | null> {
  if (c.req.bodyCache.formData === undefined) return null
  const form = await c.req.formData()
  const isEmpty = [...form.keys()].length === 0
  return isEmpty ? null : repeatOf(c.req.url, Object.entries(await fieldsOf(c)), form)
}

type Props = {
  readonly form: RepeatedForm
  /** When to send the form again. */
  readonly text: string
}

/** Sends a form again, with the same idempotency key. */
function OfficeRepeatForm({ form: { action, hidden, texts, files }, text: when }: Props) {
  const { shopWords } = useOffice()
  const isUpload = files.length > 0
  return (
    <form
      method="post"
      action={action}
      className="fields"
      encType={isUpload ? 'multipart/form-data' : undefined}
    >
      <p>{when}</p>
      <HiddenFields values={hidden} />
      {texts.map(([name, text]) => (
        <LabelledField key={name} label={shopWords('errors.sentText')}>
          <textarea name={name} rows={8} readOnly defaultValue={text} />
        </LabelledField>
      ))}
      {files.map((name) => (
        <LabelledField key={name} label={shopWords('errors.attachAgain')}>
          <input type="file" name={name} multiple />
        </LabelledField>
      ))}
      <button className="button">{shopWords('errors.sendAgain')}</button>
    </form>
  )
}
