type Props = {
  readonly name: string
  readonly label: string
  readonly any?: string
  readonly value: string | undefined
  readonly children: readonly (readonly [value: string, label: string])[]
}

export function Choice({ name, label, any, value, children }: Props) {
  return (
    <label className="choice">
      <span>{label}</span>
      <select name={name} defaultValue={value ?? ''}>
        {any !== undefined && <option value="">{any}</option>}
        {children.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
