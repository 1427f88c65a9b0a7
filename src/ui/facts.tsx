import type { ReactNode } from 'react'

type FactsProps = {
  /** Whether every fact is an amount. Amounts end at the edge, so that their digits line up. */
  readonly areAmounts?: boolean
  readonly children: ReactNode
}

export function Facts({ areAmounts = false, children }: FactsProps) {
  return <dl className={areAmounts ? 'facts amounts' : 'facts'}>{children}</dl>
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
