import type { ReactNode } from 'react'
import type { PasskeyPurpose } from '../kit/passkey.shared.ts'
import { messagesFor, otherMessages, type FormErrors } from './form-errors.shared.ts'
import type { Texts } from '../words/texts.shared.ts'
import { FocusedField } from './fields.shared.tsx'
import { anchorOf, opensPage, type TurnstileProps } from './form-markers.shared.ts'

type Props = {
  readonly form: {
    readonly texts: Texts<'errors.formSummary'>
    readonly action: string
    readonly errors: FormErrors | null
  }
  /**
   * Names of the fields that show their own messages, in the order of the fields. Messages of other
   * fields appear above the form.
   */
  readonly fields: readonly string[]
  /** The field at which the page opens when the form has no errors. */
  readonly nextField?: string | undefined
  /** Shown when the API sends no message. */
  readonly fallback: string
  /** The form's name in analytics goals. */
  readonly goal?: string
  readonly encType?: 'multipart/form-data' | undefined
  /** The purpose of the passkey signature that is sent in the field `passkey`. */
  readonly passkey?: PasskeyPurpose | undefined
  readonly children: ReactNode
}

/** A form that posts to its page. It shows the error of the whole form above its fields. */
export function PostForm(props: Props) {
  const { form, fields, nextField, fallback, goal, encType, passkey, children } = props
  const { texts, action, errors } = form
  const firstInvalid = fields.find((name) => messagesFor(errors, name).length > 0)
  return (
    <form
      className="form"
      method="post"
      action={action}
      encType={encType}
      noValidate
      data-goal={goal}
      data-passkey={passkey}
    >
      {passkey && <input type="hidden" name="passkey" />}
      <FormError
        errors={errors}
        fields={fields}
        fallback={fallback}
        texts={texts}
        getsFocus={firstInvalid === undefined}
      />
      <FocusedField value={errors === null ? nextField : firstInvalid}>{children}</FocusedField>
    </form>
  )
}

type FormErrorProps = {
  readonly errors: FormErrors | null
  readonly fallback: string
  readonly texts: Texts<'errors.formSummary'>
  /** Fields that show their own messages. */
  readonly fields?: readonly string[]
  /** Whether the page opens at this message. */
  readonly getsFocus?: boolean
}

/** Shows what is wrong with a form, with a link to each of several wrong fields. */
export function FormError({ errors, fallback, texts, fields = [], getsFocus }: FormErrorProps) {
  if (errors === null) return null
  const text = errors.message ?? (errors.status === 422 ? texts['errors.formSummary'] : fallback)
  const others = otherMessages(errors, fields)
  const wrong = fields.filter((name) => messagesFor(errors, name).length > 0)
  const line = others.length === 0 ? text : `${text.replace(/\.$/, '')}: ${others.join(' ')}`
  return (
    <div className="form-error" {...(getsFocus && opensPage)} role="alert">
      <p>{line}</p>
      {wrong.length > 1 && (
        <ul>
          {wrong.map((name) => (
            <li key={name}>
              <a href={`#${anchorOf(name)}`}>{messagesFor(errors, name).join(' ')}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type HiddenFieldsProps = {
  readonly values: { readonly [name: string]: string | number | undefined }
}

/** Omits undefined values. */
export function HiddenFields({ values }: HiddenFieldsProps) {
  return Object.entries(values).map(
    ([name, value]) =>
      value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  )
}

/** An empty element that client/turnstile-script.ts fills. React does not change its content. */
export function TurnstileWidget({ check }: { check: TurnstileProps }) {
  if (check === null) return null
  return (
    <>
      <div
        className="turnstile"
        data-turnstile={check.siteKey}
        dangerouslySetInnerHTML={{ __html: '' }}
        suppressHydrationWarning
      />
      <noscript>
        <p className="notice">{check.withoutScript}</p>
      </noscript>
    </>
  )
}
