import type { ReactNode } from 'react'
import { Field } from './field.tsx'

type Props = {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly checked: boolean
  readonly messages: readonly string[]
  readonly children: ReactNode
}

/** One thing to agree to, with the document it is about. */
export function ConsentField({ id, name, label, checked, messages, children }: Props) {
  return (
    <Field id={id} label={label} messages={messages}>
      {(aria) => (
        <span className="consent-line">
          <input
            {...aria}
            type="checkbox"
            name={name}
            value="1"
            defaultChecked={checked}
            required
          />
          <span>{children}</span>
        </span>
      )}
    </Field>
  )
}
