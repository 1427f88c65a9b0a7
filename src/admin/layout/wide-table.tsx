import type { ReactNode } from 'react'

type Props = {
  /** The name of the table, or the id of its heading. */
  readonly name: string | { readonly id: string }
  readonly children: ReactNode
}

/** A table that scrolls sideways where it does not fit, by keyboard too. */
export function WideTable({ name, children }: Props) {
  const label = typeof name === 'string' ? { 'aria-label': name } : { 'aria-labelledby': name.id }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it
    <div className="scroll" role="group" tabIndex={0} {...label}>
      {children}
    </div>
  )
}
