import type { FormErrors } from '../../domain/form-errors.ts'
import { PasswordLoginForm, passwordLoginFormTexts } from '../../forms/password/login-form.tsx'
import type { PasswordLoginFormProps } from '../../forms/password/login-form.tsx'
import { textsOf } from '../../locale/texts.ts'
import { useSite } from '../../ui/site.tsx'

type Props = Pick<PasswordLoginFormProps, 'action' | 'turnstile'> & {
  readonly tried: { readonly email: string; readonly errors: FormErrors } | null
}

/** Signs in by password. Collapsed, because most accounts have no password. */
export function PasswordLogin({ action, turnstile, tried }: Props) {
  const { words } = useSite()
  return (
    <details className="fold" open={tried !== null}>
      <summary>{words('signIn.passwordTitle')}</summary>
      <PasswordLoginForm
        texts={textsOf(words, passwordLoginFormTexts)}
        action={action}
        values={{ email: tried?.email ?? '' }}
        errors={tried?.errors ?? null}
        turnstile={turnstile}
      />
    </details>
  )
}
