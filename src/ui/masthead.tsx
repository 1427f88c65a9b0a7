import type { ReactNode } from 'react'

type Props = {
  readonly id?: string
  readonly heading: string
  /** A small line above the heading. */
  readonly eyebrow?: string | undefined
  readonly lead?: string | undefined
  readonly children?: ReactNode
}

/** The opening of most pages. */
export function Masthead({ id, heading, eyebrow, lead, children }: Props) {
  return (
    <section id={id} className="masthead">
      {eyebrow !== undefined && <p className="eyebrow">{eyebrow}</p>}
      <h1>{heading}</h1>
      {lead !== undefined && <p className="lead">{lead}</p>}
      {children}
    </section>
  )
}
