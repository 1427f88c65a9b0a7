import { longCodeLength } from '../../domain/sign-in-code.ts'
import type { Texts } from '../../locale/texts.ts'
import { Field } from './field.tsx'

type Props = {
  readonly id: string
  readonly texts: Texts<'signIn.code' | 'signIn.codeHint'>
  readonly value?: string
  readonly messages: readonly string[]
}

/** A field for the code from an email or SMS. Phones offer to fill it in. */
export function CodeField({ id, texts, value, messages }: Props) {
  return (
    <Field
      id={id}
      name="code"
      label={texts['signIn.code']}
      hint={texts['signIn.codeHint']}
      messages={messages}
    >
      {(aria) => (
        <input
          {...aria}
          defaultValue={value}
          autoComplete="one-time-code"
          inputMode="numeric"
          // Mail programs may copy a space with the code.
          maxLength={longCodeLength + 1}
          required
          className="code-input"
        />
      )}
    </Field>
  )
}
