import { NewPasswordForm, newPasswordFormTexts } from '../../forms/password/new-password-form.tsx'
import type { NewPasswordFormProps } from '../../forms/password/new-password-form.tsx'
import { href } from '../../locale/paths.ts'
import { textsOf } from '../../locale/texts.ts'
import { useSite } from '../../ui/site.tsx'

export type PasswordSectionProps = Pick<NewPasswordFormProps, 'step' | 'hasPassword' | 'errors'> & {
  readonly email: string
}

export function PasswordSection({ step, email, hasPassword, errors }: PasswordSectionProps) {
  const { locale, words } = useSite()
  const isOpen = errors !== null || step === 'saved' || step === 'code'
  return (
    <details className="fold" id="password" open={isOpen}>
      <summary>{words('account.passwordTitle')}</summary>
      <NewPasswordForm
        texts={textsOf(words, newPasswordFormTexts)}
        action={href(locale, 'account')}
        step={step}
        codeSent={words('account.passwordCodeSent', { email })}
        hasPassword={hasPassword}
        errors={errors}
      />
    </details>
  )
}
