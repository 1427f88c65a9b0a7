import { maxLength } from '../../domain/field-limits.ts'
import { Field } from './field.tsx'

type Props = {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly messages: readonly string[]
  /** 'Did you mean', shown before the suggested address. */
  readonly didYouMean?: string
}

export function EmailField({ id, label, hint, value, messages, didYouMean }: Props) {
  return (
    <>
      <Field id={id} name="email" label={label} hint={hint} messages={messages}>
        {(aria) => (
          <input
            {...aria}
            type="email"
            defaultValue={value}
            autoComplete="email"
            inputMode="email"
            maxLength={maxLength.email}
            required
          />
        )}
      </Field>
      {didYouMean !== undefined && <EmailSuggestion text={didYouMean} />}
    </>
  )
}

/**
 * An empty element after an email field. client/suggest-email.ts fills it. React does not change
 * its content.
 */
export function EmailSuggestion({ text }: { text: string }) {
  return (
    <p
      className="suggestion"
      role="status"
      data-did-you-mean={text}
      dangerouslySetInnerHTML={{ __html: '' }}
      suppressHydrationWarning
    />
  )
}
