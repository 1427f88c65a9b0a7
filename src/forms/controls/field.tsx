import type { ReactNode } from 'react'
import { useAutoFocus } from './focused-field.ts'

type Props = {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  readonly messages?: readonly string[]
  readonly children: (aria: FieldAria) => ReactNode
}

type FieldAria = {
  readonly id: string
  readonly name: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
  readonly autoFocus: true | undefined
}

export function Field({ id, name, label, hint, messages = [], children }: Props) {
  const isBad = messages.length > 0
  const autoFocus = useAutoFocus(name)
  const described = [isBad && `${id}-error`, hint !== undefined && `${id}-hint`].filter(
    (each) => each !== false,
  )
  return (
    <div className={isBad ? 'field bad' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        'aria-invalid': isBad || undefined,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        autoFocus,
      })}
      {isBad && (
        <small id={`${id}-error`} className="error">
          {messages.join(' ')}
        </small>
      )}
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  )
}
