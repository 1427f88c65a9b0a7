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

/** A mark that ends the sentence is not part of the address. */
const address = /([^\s,]+@[^\s,]*[^\s,.])/u
