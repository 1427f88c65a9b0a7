import { messagesFor } from '../../domain/form-errors.ts'
import type { FormErrors } from '../../domain/form-errors.ts'
import { maxLength } from '../../domain/field-limits.ts'
import type { PasskeyPurpose } from '../../domain/passkey.ts'
import { Field } from '../../forms/controls/field.tsx'
import { HiddenFields } from '../../forms/controls/hidden-fields.tsx'
import { PostForm } from '../../forms/controls/post-form.tsx'
import { href } from '../../locale/paths.ts'
import { textsOf } from '../../locale/texts.ts'
import { useSite } from '../../ui/site.tsx'
import type { ReactNode } from 'react'

type Props = {
  /** The value of the form's field `action`, because scripts submit the form without its button. */
  readonly action: string
  readonly passkey?: PasskeyPurpose
  readonly text?: string
  readonly button: string
  readonly errors: FormErrors | null
  readonly fields?: readonly string[]
  readonly children?: ReactNode
}

/** A form with one button, which may need a passkey. */
export function PasskeyForm({ action, passkey, text, button, errors, fields, children }: Props) {
  const { locale, words } = useSite()
  const form = {
    texts: textsOf(words, ['errors.formSummary']),
    action: href(locale, 'referralProgram'),
    errors,
  }
  return (
    <PostForm
      form={form}
      fields={fields ?? []}
      fallback={words('passkeys.failed')}
      passkey={passkey}
    >
      <HiddenFields values={{ action }} />
      {text && <p className="soft">{text}</p>}
      {children}
      {passkey && (
        <noscript>
          <p className="notice">{words('passkeys.needsScript')}</p>
        </noscript>
      )}
      <button className="button quiet">{button}</button>
    </PostForm>
  )
}

type AddProps = { readonly name: string; readonly errors: FormErrors | null }

export function AddPasskeyForm({ name, errors }: AddProps) {
  const { words } = useSite()
  return (
    <PasskeyForm
      action="passkey-add"
      passkey="add"
      button={words('passkeys.add')}
      errors={errors}
      fields={['name']}
    >
      <Field
        id="passkey-name"
        name="name"
        label={words('passkeys.name')}
        hint={words('passkeys.nameHint')}
        messages={messagesFor(errors, 'name')}
      >
        {(aria) => (
          <input
            {...aria}
            autoComplete="off"
            defaultValue={name}
            maxLength={maxLength.passkeyName}
            required
          />
        )}
      </Field>
    </PasskeyForm>
  )
}
