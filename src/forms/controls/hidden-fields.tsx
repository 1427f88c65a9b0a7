/** Values that travel with a form unseen: campaign parameters, keys. */
export function HiddenFields({ values }: { values: { readonly [name: string]: string } }) {
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
