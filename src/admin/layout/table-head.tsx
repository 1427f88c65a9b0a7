import type { ReactNode } from 'react'

type Props = {
  readonly texts: readonly string[]
  readonly numbers: readonly string[]
  /** A last cell. */
  readonly children?: ReactNode
}

/** The names of a table's columns: texts first, then numbers. */
export function TableHead({ texts, numbers, children }: Props) {
  return (
    <thead>
      <tr>
        {texts.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        {numbers.map((name) => (
          <th key={name} scope="col" className="number">
            {name}
          </th>
        ))}
        {children}
      </tr>
    </thead>
  )
}
