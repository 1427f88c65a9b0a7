import { repeatOf } from '../site/repeated-form.tsx'
import type { RepeatedForm } from '../site/repeated-form.tsx'
import type { AdminContext } from './admin-env.ts'
import { LabelledField } from './labelled-field.tsx'
import { useOffice } from './office.tsx'
import { fieldsOf } from './routing/form-fields.ts'

/** Returns the form if `limitForm` has read it, or null. */
export async function readFormOf(c: AdminContext): Promise<RepeatedForm | null> {
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
export function OfficeRepeatForm({ form: { action, hidden, texts, files }, text: when }: Props) {
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
