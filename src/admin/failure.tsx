import { pathAndQuery } from '../domain/path-and-query.ts'
import { repeatOf } from '../http/page/repeated-form.tsx'
import type { RepeatedForm } from '../http/page/repeated-form.tsx'
import type { AdminContext } from './admin-env.ts'
import { LabelledField } from './labelled-field.tsx'
import { useOffice } from './office.tsx'
import { fieldsOf } from './routing/form-fields.ts'
import { renderPage } from './layout/render-page.tsx'

/** Shows that a request failed. Offers to send its form again, with the same idempotency key. */
export async function showFailure(c: AdminContext): Promise<Response> {
  const { words, context } = c.var
  const title = words('refusals.failed.title')
  const form = await failedForm(c)
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
        {form && <RepeatForm form={form} />}
      </div>
    </div>,
    500,
  )
}

/** Returns the form of a signed-in person if `limitForm` has read it, or null. */
async function failedForm(c: AdminContext): Promise<RepeatedForm | null> {
  const person: AdminContext['var']['person'] | undefined = c.var.person
  if (person === undefined || c.req.bodyCache.formData === undefined) return null
  const form = await c.req.formData()
  const isEmpty = [...form.keys()].length === 0
  return isEmpty ? null : repeatOf(c.req.url, Object.entries(await fieldsOf(c)), form)
}

function RepeatForm({ form }: { readonly form: RepeatedForm }) {
  const { shopWords } = useOffice()
  const { action, hidden, texts, files } = form
  const isUpload = files.length > 0
  return (
    <form
      method="post"
      action={action}
      className="fields"
      encType={isUpload ? 'multipart/form-data' : undefined}
    >
      <p>{shopWords('errors.repeatText')}</p>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
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
