import { Field } from './field.tsx'

type Props = {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly messages: readonly string[]
  readonly rows: number
  readonly maxLength: number
  readonly required?: boolean
}

export function TextAreaField({ id, name, label, hint, messages, value, ...props }: Props) {
  return (
    <Field id={id} name={name} label={label} hint={hint} messages={messages}>
      {(aria) => <textarea {...aria} {...props} defaultValue={value} />}
    </Field>
  )
}
