import { Fragment } from 'react'

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
