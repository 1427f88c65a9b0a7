import { messagesFor } from '../../domain/form-errors.ts'
import type { TurnstileProps } from '../../domain/turnstile.ts'
import { EmailField } from '../controls/email-field.tsx'
import { PasswordField } from '../controls/password-field.tsx'
import { PostForm } from '../controls/post-form.tsx'
import { TurnstileWidget } from '../controls/turnstile-widget.tsx'
import type { FormPropsWith } from '../form-definition.ts'

export const passwordLoginFormTexts = [
  'errors.formSummary',
  'signIn.email',
  'signIn.password',
  'signIn.confirm',
  'signIn.failed',
] as const

export type PasswordLoginFormProps = FormPropsWith<
  (typeof passwordLoginFormTexts)[number],
  { readonly email: string }
> & { readonly turnstile: TurnstileProps }

export function PasswordLoginForm(props: PasswordLoginFormProps) {
  const { texts, values, errors, turnstile } = props
  return (
    <PostForm form={props} fields={['email', 'password']} fallback={texts['signIn.failed']}>
      <EmailField
        id="password-email"
        label={texts['signIn.email']}
        value={values.email}
        messages={messagesFor(errors, 'email')}
      />
      <PasswordField
        id="password"
        label={texts['signIn.password']}
        autoComplete="current-password"
        messages={messagesFor(errors, 'password')}
      />
      <TurnstileWidget check={turnstile} />
      <button className="button quiet" name="step" value="password">
        {texts['signIn.confirm']}
      </button>
    </PostForm>
  )
}
