import { messagesFor } from '../../domain/form-errors.ts'
import type { FormErrors } from '../../domain/form-errors.ts'
import type { Texts } from '../../locale/texts.ts'
import { CodeField } from '../controls/code-field.tsx'
import { HiddenFields } from '../controls/hidden-fields.tsx'
import { PasswordField } from '../controls/password-field.tsx'
import { PostForm } from '../controls/post-form.tsx'

/**
 * `new`: the visitor signed in a moment ago. `confirm`: the form first offers to send a code.
 * `code`: the code was sent. `saved`: the password is set.
 */
export type PasswordStep = 'new' | 'confirm' | 'code' | 'saved'

const shownFields: { readonly [step in PasswordStep]: readonly string[] } = {
  new: ['password'],
  confirm: [],
  code: ['code', 'password'],
  saved: [],
}

export const newPasswordFormTexts = [
  'errors.formSummary',
  'account.password',
  'account.passwordCode',
  'account.passwordConfirm',
  'account.passwordHint',
  'account.passwordSave',
  'account.passwordSaved',
  'account.passwordSet',
  'account.passwordUnset',
  'signIn.code',
  'signIn.codeHint',
  'signIn.failed',
] as const

export type NewPasswordFormProps = {
  readonly texts: Texts<(typeof newPasswordFormTexts)[number]>
  readonly action: string
  readonly step: PasswordStep
  /** The address to which the code was sent. */
  readonly codeSent: string
  readonly hasPassword: boolean
  readonly errors: FormErrors | null
}

export function NewPasswordForm(props: NewPasswordFormProps) {
  const { texts, step } = props
  return (
    <PostForm form={props} fields={shownFields[step]} fallback={texts['signIn.failed']}>
      {step === 'saved' && (
        <p className="notice" role="status">
          {texts['account.passwordSaved']}
        </p>
      )}
      {step === 'confirm' && <CodeRequest texts={texts} />}
      {step === 'code' && <SentCode {...props} />}
      {(step === 'new' || step === 'code') && <NewPassword {...props} />}
    </PostForm>
  )
}

function CodeRequest({ texts }: Pick<NewPasswordFormProps, 'texts'>) {
  return (
    <>
      <p className="soft">{texts['account.passwordConfirm']}</p>
      <button className="button quiet" name="action" value="send-code">
        {texts['account.passwordCode']}
      </button>
    </>
  )
}

function SentCode({ texts, codeSent, errors }: NewPasswordFormProps) {
  return (
    <>
      <HiddenFields values={{ withCode: '1' }} />
      <p role="status">{codeSent}</p>
      <CodeField id="password-code" texts={texts} messages={messagesFor(errors, 'code')} />
    </>
  )
}

function NewPassword({ texts, hasPassword, errors }: NewPasswordFormProps) {
  return (
    <>
      <p className="soft">{texts[hasPassword ? 'account.passwordSet' : 'account.passwordUnset']}</p>
      <PasswordField
        id="new-password"
        label={texts['account.password']}
        hint={texts['account.passwordHint']}
        autoComplete="new-password"
        messages={messagesFor(errors, 'password')}
      />
      <button className="button quiet" name="action" value="password">
        {texts['account.passwordSave']}
      </button>
    </>
  )
}
