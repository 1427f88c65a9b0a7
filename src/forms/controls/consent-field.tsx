import { Field } from './field.tsx'

type Props = {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly checked: boolean
  readonly messages: readonly string[]
  readonly before: string
  readonly link: string
  readonly href: string
}

export function ConsentField({ id, name, label, checked, messages, before, link, href }: Props) {
  return (
    <Field id={id} label={label} messages={messages}>
      {(aria) => (
        <span className="consent-line">
          <input
            {...aria}
            type="checkbox"
            name={name}
            value="1"
            defaultChecked={checked}
            required
          />
          <span>
            {before}
            <a href={href} target="_blank" rel="noopener">
              {link}
            </a>
          </span>
        </span>
      )}
    </Field>
  )
}
