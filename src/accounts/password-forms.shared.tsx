import * as z from 'zod/mini'
import { messagesFor, type FormErrors } from '../ui/form-errors.shared.ts'
import type { TurnstileProps } from '../ui/form-markers.shared.ts'
import { EmailField, PasswordField } from '../ui/fields.shared.tsx'
import { PostForm, TurnstileWidget, HiddenFields } from '../ui/post-form.shared.tsx'
import type { FormPropsWith } from '../ui/form-definition.shared.ts'
import { messageKey, type Texts } from '../words/texts.shared.ts'
import { passwordBounds } from '../kit/limits.shared.ts'
import { emailField, type FieldReader } from '../ui/form-values.shared.ts'
import { CodeField, codeField, readCode } from './code-field.shared.tsx'

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

export const passwordLoginSchema = z.object({
  email: emailField,
  password: z
    .string()
    .check(
      z.minLength(1, messageKey('signIn.passwordMissing')),
      z.maxLength(passwordBounds.max, messageKey('account.passwordInvalid')),
    ),
})

export type PasswordLoginValues = { readonly email: string; readonly password: string }

export function readPasswordLogin(form: FieldReader): PasswordLoginValues {
  return { email: form.email('email'), password: form.password('password') }
}

/** `code` is undefined when the form requires none. */
export const newPasswordSchema = z.object({
  code: z.optional(codeField),
  password: z
    .string()
    .check(
      z.minLength(passwordBounds.min, messageKey('account.passwordInvalid')),
      z.maxLength(passwordBounds.max, messageKey('account.passwordInvalid')),
    ),
})

export function readNewPassword(form: FieldReader, isCodeAsked: boolean) {
  const password = form.password('password')
  return isCodeAsked ? { password, code: readCode(form) } : { password }
}
