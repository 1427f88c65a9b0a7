import { href } from '../locale/paths.ts'
import { Field } from './field.tsx'
import { useSite } from './site.tsx'

type Props = {
  readonly id: string
  readonly checked: boolean
  readonly messages: readonly string[]
}

/** Consent to personal data processing, which every form that takes any asks for. */
export function ConsentField({ id, checked, messages }: Props) {
  const { locale, words } = useSite()
  return (
    <Field id={id} label={words('order.consentLabel')} messages={messages}>
      {(aria) => (
        <span className="consent-line">
          <input
            {...aria}
            type="checkbox"
            name="consent"
            value="1"
            defaultChecked={checked}
            required
          />
          <span>
            {words('order.consentBefore')}
            <a href={href(locale, 'dataPolicy')}>{words('order.consentLink')}</a>
          </span>
        </span>
      )}
    </Field>
  )
}
