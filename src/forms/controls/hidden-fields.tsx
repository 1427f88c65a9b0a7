type Props = { readonly values: { readonly [name: string]: string | number | undefined } }

/** Omits undefined values. */
export function HiddenFields({ values }: Props) {
  return Object.entries(values).map(
    ([name, value]) =>
      value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  )
}
