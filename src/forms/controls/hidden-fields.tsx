export function HiddenFields({ values }: { values: { readonly [name: string]: string } }) {
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
