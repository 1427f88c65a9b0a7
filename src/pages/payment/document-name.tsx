/** Shows a text with the number of a document, which does not break at its hyphen. */
export function DocumentName({ text, number }: { readonly text: string; readonly number: string }) {
  const [before = '', ...rest] = text.split(number)
  if (rest.length === 0) return text
  return (
    <>
      {before}
      <span className="unbroken" translate="no">
        {number}
      </span>
      {rest.join(number)}
    </>
  )
}
