import { signInCodeLength } from '../../domain/sign-in-code.ts'
import { messagesFor } from '../../domain/form-errors.ts'
import type { FormErrors } from '../../domain/form-errors.ts'
import { Field } from '../../forms/controls/field.tsx'
import { FormError } from '../../forms/controls/form-error.tsx'
import { HiddenFields } from '../../forms/controls/hidden-fields.tsx'
import { PasswordField } from '../../forms/controls/password-field.tsx'
import { href } from '../../locale/paths.ts'
import { textsOf } from '../../locale/texts.ts'
import { useSite } from '../../ui/site.tsx'

/**
 * `new`: the visitor signed in a moment ago. `confirm`: first asks for a code. `code`: the code was
 * sent. `saved`: the password is set.
 */
export type PasswordStep = 'new' | 'confirm' | 'code' | 'saved'

export type PasswordSectionProps = {
  readonly step: PasswordStep
  readonly email: string
  readonly hasPassword: boolean
  readonly errors: FormErrors | null
}

export function PasswordSection({ step, email, hasPassword, errors }: PasswordSectionProps) {
  const { locale, words } = useSite()
  const isOpen = errors !== null || step === 'saved' || step === 'code'
  return (
    <details className="fold" id="password" open={isOpen}>
      <summary>{words('account.passwordTitle')}</summary>
      <form className="form" method="post" action={href(locale, 'account')} noValidate>
        <FormError
          errors={errors}
          fallback={words('signIn.failed')}
          texts={textsOf(words, ['errors.formSummary'])}
        />
        {step === 'saved' && (
          <p className="notice" role="status">
            {words('account.passwordSaved')}
          </p>
        )}
        {step === 'confirm' && <AskForCode />}
        {step === 'code' && <CodeField email={email} errors={errors} />}
        {(step === 'new' || step === 'code') && (
          <NewPassword hasPassword={hasPassword} errors={errors} />
        )}
      </form>
    </details>
  )
}

function AskForCode() {
  const { words } = useSite()
  return (
    <>
      <p className="soft">{words('account.passwordConfirm')}</p>
      <button className="button quiet" name="action" value="send-code">
        {words('account.passwordCode')}
      </button>
    </>
  )
}

function CodeField({ email, errors }: Pick<PasswordSectionProps, 'email' | 'errors'>) {
  const { words } = useSite()
  return (
    <>
      <HiddenFields values={{ withCode: '1' }} />
      <p role="status">{words('account.passwordCodeSent', { email })}</p>
      <Field
        id="password-code"
        label={words('signIn.code')}
        hint={words('signIn.codeHint')}
        messages={messagesFor(errors, 'code')}
      >
        {(aria) => (
          <input
            {...aria}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={signInCodeLength}
            required
            className="code-input"
          />
        )}
      </Field>
    </>
  )
}

function NewPassword({
  hasPassword,
  errors,
}: Pick<PasswordSectionProps, 'hasPassword' | 'errors'>) {
  const { words } = useSite()
  return (
    <>
      <p className="soft">{words(hasPassword ? 'account.passwordSet' : 'account.passwordUnset')}</p>
      <PasswordField
        id="new-password"
        label={words('account.password')}
        hint={words('account.passwordHint')}
        autoComplete="new-password"
        messages={messagesFor(errors, 'password')}
      />
      <button className="button quiet" name="action" value="password">
        {words('account.passwordSave')}
      </button>
    </>
  )
}
