import { pathAndQuery } from '../kit/redirect-target.ts'
import { turnstileField } from '../ui/form-markers.shared.ts'
import { utmNames } from '../kit/utm.shared.ts'
import { Field } from '../ui/fields.shared.tsx'
import { HiddenFields } from '../ui/post-form.shared.tsx'
import { fieldReader } from '../ui/form-values.shared.ts'
import { useSite } from '../ui/site.tsx'
import type { AppContext } from './app-env.ts'
import { receiveForm } from './form-data.ts'

/** The form of a request that failed, with the values to send again. */
export type RepeatedForm = {
  readonly action: string
  /** Values of one short line, such as an idempotency key. */
  readonly hidden: { readonly [name: string]: string }
  /** Long texts, which the visitor may want to copy. */
  readonly texts: readonly (readonly [name: string, text: string])[]
  /** Names of the fields with a file. A page cannot contain the file. */
  readonly files: readonly string[]
}

/** Secrets that a visitor types. Without them, the request cannot be repeated. */
const typedSecrets: ReadonlySet<string> = new Set(['password', 'code'])
/** Values that a script adds and that are valid once or secret. The page asks for them again. */
const scriptValues: ReadonlySet<string> = new Set(['passkey', 'subscription', turnstileField])
/** More than any form of the shop has. */
const maxFields = 40
const maxNameLength = 60
/** Characters of a value that is hidden. Idempotency keys have 43. */
const maxHiddenLength = 80

/**
 * Returns the form of a POST, or null if the request is not a POST or cannot be repeated from its
 * values. An oversized body, for example, was not read completely. The values are the ones that the
 * page reads, so that their length is limited.
 */
export async function repeatedForm(c: AppContext): Promise<RepeatedForm | null> {
  if (c.req.method !== 'POST') return null
  const { form, state } = await receiveForm(c, 0)
  const names = [...new Set(form.keys())].filter((name) => !scriptValues.has(name))
  const isLost = state !== 'whole' || names.length === 0
  const isUnknown = names.length > maxFields || names.some((name) => name.length > maxNameLength)
  if (isLost || isUnknown) return null
  if (names.some((name) => typedSecrets.has(name) && form.get(name) !== '')) return null
  const { text } = fieldReader((name) => form.get(name))
  const values = names
    .filter((name) => typeof form.get(name) === 'string')
    .map((name) => [name, text(name)] as const)
  return repeatOf(c.req.url, values, form)
}

/** Returns the form that sends these values to the URL. It asks for the files of `form` again. */
export function repeatOf(
  url: string,
  values: readonly (readonly [name: string, text: string])[],
  form: FormData,
): RepeatedForm {
  const { pathname, search } = pathAndQuery(url)
  return {
    action: pathname + search,
    hidden: Object.fromEntries(values.filter((each) => !isLongText(each))),
    texts: values.filter(isLongText),
    files: [...new Set(form.keys())].filter((name) => isFile(form.get(name))),
  }
}

/** Whether a page may show the value of a field again. */
export function isRepeated(name: string): boolean {
  return !typedSecrets.has(name) && !scriptValues.has(name)
}

function isLongText([name, value]: readonly [name: string, value: string]): boolean {
  const isTyped = !utmNames.some((each) => each === name)
  return isTyped && (value.length > maxHiddenLength || value.includes('\n'))
}

function isFile(value: File | string | null): boolean {
  return value instanceof File && value.size > 0
}

/** Sends a failed request again. Works without JavaScript. */
export function RepeatForm({ form: { action, hidden, texts, files } }: { form: RepeatedForm }) {
  const { words } = useSite()
  return (
    <form
      className="form"
      method="post"
      action={action}
      encType={files.length > 0 ? 'multipart/form-data' : undefined}
    >
      <p>{words('errors.repeatText')}</p>
      <HiddenFields values={hidden} />
      {texts.map(([name, text], index) => (
        <Field key={name} id={`sent-${index}`} name={name} label={words('errors.sentText')}>
          {(aria) => <textarea {...aria} rows={8} readOnly defaultValue={text} />}
        </Field>
      ))}
      {files.map((name, index) => (
        <Field key={name} id={`file-${index}`} name={name} label={words('errors.attachAgain')}>
          {(aria) => <input {...aria} type="file" />}
        </Field>
      ))}
      <button className="button">{words('errors.sendAgain')}</button>
    </form>
  )
}
