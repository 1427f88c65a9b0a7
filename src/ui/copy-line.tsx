import { useSite } from './site.tsx'

type Props = {
  readonly label: string
  readonly value: string
  readonly shown?: string
}

export function CopyLine({ label, value, shown = value }: Props) {
  const { words } = useSite()
  return (
    <div className="code-line">
      <dt>{label}</dt>
      <dd>
        <code>{shown}</code>
        <button
          className="button quiet small"
          type="button"
          data-copy={value}
          data-copied={words('instruction.copied')}
          aria-label={`${words('instruction.copy')}: ${label}`}
          aria-live="polite"
          hidden
        >
          {words('instruction.copy')}
        </button>
      </dd>
    </div>
  )
}
