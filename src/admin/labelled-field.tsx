import type { ReactNode } from 'react'

type Props = {
  readonly label: string
  /** An input, and what explains it. */
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
