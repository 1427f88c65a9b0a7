import type { Texts } from '../../locale/texts.ts'
import { ConsentField } from './consent-field.tsx'

export const dataConsentTexts = ['order.consentBefore', 'order.consentLink'] as const

type Props = {
  readonly id: string
  readonly checked: boolean
  readonly messages: readonly string[]
  readonly texts: Texts<(typeof dataConsentTexts)[number]>
  readonly policyHref: string
}

export function DataConsent({ id, checked, messages, texts, policyHref }: Props) {
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
