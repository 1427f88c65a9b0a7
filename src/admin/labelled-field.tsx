import type { ReactNode } from 'react'

type Props = {
  readonly label: string
  /** An input with its explanation. */
  readonly children: ReactNode
}

export function LabelledField({ label, children }: Props) {
  return (
    <label className="field">
      <span>{label}</span>
      {children}
    </label>
  )
}
