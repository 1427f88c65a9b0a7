import * as z from 'zod/mini'
import { longCodeLength, signInCodePattern } from '../kit/limits.shared.ts'
import { readNumber } from '../kit/typed.shared.ts'
import { TextField } from '../ui/fields.shared.tsx'
import type { FieldReader } from '../ui/form-values.shared.ts'
import { messageKey, type Texts } from '../words/texts.shared.ts'

export const codeField = z
  .string()
  .check(z.regex(signInCodePattern, messageKey('signIn.codeInvalid')))

/** Returns a code without the spaces and signs that mail programs add. */
export function readCode(form: FieldReader): string {
  return readNumber(form.text('code'))
}

type CodeFieldProps = {
  readonly id: string
  readonly texts: Texts<'signIn.code' | 'signIn.codeHint'>
  readonly value?: string
  readonly messages: readonly string[]
}

/** A field for the code from an email or SMS. Phones offer to fill it in. */
export function CodeField({ id, texts, value, messages }: CodeFieldProps) {
  return (
    <TextField
      id={id}
      name="code"
      label={texts['signIn.code']}
      hint={texts['signIn.codeHint']}
      messages={messages}
      defaultValue={value}
      autoComplete="one-time-code"
      inputMode="numeric"
      // Mail programs may copy a space with the code.
      maxLength={longCodeLength + 1}
      required
      className="code-input"
    />
  )
}
