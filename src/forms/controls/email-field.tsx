import { maxLength } from '../../domain/field-limits.ts'
import { Field } from './field.tsx'

type Props = {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly messages: readonly string[]
}

export function EmailField({ id, label, hint, value, messages }: Props) {
  return (
    <Field id={id} label={label} {...(hint !== undefined && { hint })} messages={messages}>
      {(aria) => (
        <input
          {...aria}
          type="email"
          name="email"
          defaultValue={value}
          autoComplete="email"
          inputMode="email"
          maxLength={maxLength.email}
          required
        />
      )}
    </Field>
  )
}
