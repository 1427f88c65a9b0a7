import { useSite } from './site.tsx'

type Props = {
  readonly label: string
  readonly value: string
  /** A more readable form of the value. The button copies the value. */
  readonly shown?: string
}

/** A labelled code with a copy button, which the boot script reveals. */
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
