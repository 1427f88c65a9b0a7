import { anchorOf } from './form-markers.shared.ts'
import { useAutoFocus } from './fields.shared.tsx'
import type { Texts } from '../words/texts.shared.ts'

type Props = {
  readonly id: string
  readonly name: string
  readonly checked: boolean
  readonly messages: readonly string[]
  readonly before: string
  readonly link: string
  readonly href: string
}

/** A checkbox. Its label is a sentence with a link to the document. */
export function ConsentField({ id, name, checked, messages, before, link, href }: Props) {
  const isBad = messages.length > 0
  const autoFocus = useAutoFocus(name)
  return (
    <div className={isBad ? 'field bad' : 'field'} id={isBad ? anchorOf(name) : undefined}>
      <label className="consent-line">
        <input
          id={id}
          type="checkbox"
          name={name}
          value="1"
          defaultChecked={checked}
          // Without the attribute, Chromium says that the box is invalid until it is ticked.
          aria-invalid={isBad}
          aria-describedby={isBad ? `${id}-error` : undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first invalid field
          autoFocus={autoFocus}
          required
        />
        <span>
          {before}
          <a href={href} target="_blank" rel="noopener">
            {link}
          </a>
        </span>
      </label>
      {isBad && (
        <small id={`${id}-error`} className="error">
          {messages.join(' ')}
        </small>
      )}
    </div>
  )
}

export const dataConsentTexts = ['order.consentBefore', 'order.consentLink'] as const

type DataConsentProps = {
  readonly id: string
  readonly checked: boolean
  readonly messages: readonly string[]
  readonly texts: Texts<(typeof dataConsentTexts)[number]>
  readonly policyHref: string
}

export function DataConsent({ id, checked, messages, texts, policyHref }: DataConsentProps) {
  return (
    <ConsentField
      id={id}
      name="consent"
      checked={checked}
      messages={messages}
      before={texts['order.consentBefore']}
      link={texts['order.consentLink']}
      href={policyHref}
    />
  )
}
