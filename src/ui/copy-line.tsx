import { useId } from 'react'
import { useSite } from './site.tsx'

type Props = {
  readonly label: string
  readonly value: string
  readonly shown?: string
}

export function CopyLine({ label, value, shown = value }: Props) {
  const { words } = useSite()
  const id = useId()
  return (
    <div className="code-line">
      <dt id={`${id}label`}>{label}</dt>
      <dd>
        <code>{shown}</code>
        <button
          className="button quiet small"
          type="button"
          data-copy={value}
          data-copied={words('instruction.copied')}
          // Its own text first, which the script changes, so that screen readers read the change.
          id={id}
          aria-labelledby={`${id} ${id}label`}
          aria-live="polite"
          hidden
        >
          {words('instruction.copy')}
        </button>
      </dd>
    </div>
  )
}
