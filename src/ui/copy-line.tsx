import { useId, Fragment, type ComponentProps } from 'react'
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
        <CopyButton
          value={value}
          label={words('instruction.copy')}
          // Its own text first, which the script changes, so that screen readers read the change.
          id={id}
          aria-labelledby={`${id} ${id}label`}
        />
      </dd>
    </div>
  )
}

type CopyButtonProps = ComponentProps<'button'> & {
  readonly value: string
  readonly label: string
}

/** Copies a text. Where browsers refuse, the script selects the text in the element before it. */
export function CopyButton({ value, label, ...props }: CopyButtonProps) {
  const { words } = useSite()
  return (
    <button
      {...props}
      className="button quiet small"
      type="button"
      data-copy={value}
      data-copied={words('instruction.copied')}
      data-by-hand={words('instruction.copyByHand')}
      aria-live="polite"
      hidden
    >
      {label}
    </button>
  )
}

/** Shows a text whose email addresses do not break at their hyphens. */
export function UnbrokenAddresses({ text }: { text: string }) {
  return text.split(address).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="unbroken" translate="no">
        {part}
      </span>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  )
}

/** An address with the mark behind it, because a line must not begin with a full stop. */
const address = /([^\s,]+@\S+)/u
