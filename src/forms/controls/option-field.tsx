import type { ReactNode } from 'react'
import { useAutoFocus } from './focused-field.ts'

type Props = {
  readonly name: string
  readonly legend: string
  readonly messages: readonly string[]
  /** Returns the options. The first option gets `autoFocus`. */
  readonly children: (autoFocus: true | undefined) => ReactNode
}

/** A choice of one option. */
export function OptionField({ name, legend, messages, children }: Props) {
  const isBad = messages.length > 0
  const autoFocus = useAutoFocus(name)
  const errorID = `${name}-error`
  return (
    <fieldset
      className={isBad ? 'options bad' : 'options'}
      role="radiogroup"
      aria-invalid={isBad || undefined}
      aria-describedby={isBad ? errorID : undefined}
    >
      <legend>{legend}</legend>
      {children(autoFocus)}
      {isBad && (
        <small id={errorID} className="error">
          {messages.join(' ')}
        </small>
      )}
    </fieldset>
  )
}
