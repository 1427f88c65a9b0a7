import type { ReactNode } from 'react'
import type { PasskeyPurpose } from '../../domain/passkey.ts'
import { messagesFor } from '../../domain/form-errors.ts'
import type { FormErrors } from '../../domain/form-errors.ts'
import type { Texts } from '../../locale/texts.ts'
import { FocusedField } from './focused-field.ts'
import { FormError } from './form-error.tsx'

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
