import { messagesFor } from '../../domain/form-errors.ts'
import type { FormErrors } from '../../domain/form-errors.ts'
import type { TurnstileProps } from '../../domain/turnstile.ts'
import { textsOf } from '../../locale/texts.ts'
import { EmailField } from '../../forms/controls/email-field.tsx'
import { FormError } from '../../forms/controls/form-error.tsx'
import { TurnstileWidget } from '../../forms/controls/turnstile-widget.tsx'
import { PasswordField } from '../../forms/controls/password-field.tsx'
import { useSite } from '../../ui/site.tsx'

type Props = {
  readonly action: string
  readonly turnstile: TurnstileProps
  readonly tried: { readonly email: string; readonly errors: FormErrors } | null
}

/** Sign-in by password. Collapsed, since most accounts have none. */
export function PasswordLogin({ action, turnstile, tried }: Props) {
  const { words } = useSite()
  const errors = tried?.errors ?? null
  return (
    <details className="fold" open={tried !== null}>
      <summary>{words('signIn.passwordTitle')}</summary>
      <form className="form" method="post" action={action} noValidate>
        <FormError
          errors={errors}
          fallback={words('signIn.failed')}
          texts={textsOf(words, ['errors.formSummary'])}
        />
        <EmailField
          id="password-email"
          label={words('signIn.email')}
          value={tried?.email ?? ''}
          messages={messagesFor(errors, 'email')}
        />
        <PasswordField
          id="password"
          label={words('signIn.password')}
          autoComplete="current-password"
          messages={messagesFor(errors, 'password')}
        />
        <TurnstileWidget check={turnstile} />
        <button className="button quiet" name="step" value="password">
          {words('signIn.confirm')}
        </button>
      </form>
    </details>
  )
}
