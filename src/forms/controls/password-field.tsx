import { passwordBounds } from '../../domain/field-limits.ts'
import { Field } from './field.tsx'

type Props = {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly messages: readonly string[]
}

export function PasswordField({ id, label, hint, autoComplete, messages }: Props) {
  return (
    <Field id={id} name="password" label={label} hint={hint} messages={messages}>
      {(aria) => (
        <input
          {...aria}
          type="password"
          autoComplete={autoComplete}
          maxLength={passwordBounds.max}
          required
        />
      )}
    </Field>
  )
}
