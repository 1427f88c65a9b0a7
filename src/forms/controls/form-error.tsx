import { otherMessages } from '../../domain/form-errors.ts'
import type { FormErrors } from '../../domain/form-errors.ts'
import { opensPage } from '../../domain/opens-page.ts'
import type { Texts } from '../../locale/texts.ts'

type Props = {
  readonly errors: FormErrors | null
  readonly fallback: string
  readonly texts: Texts<'errors.formSummary'>
  /** Fields that show their own messages. */
  readonly fields?: readonly string[]
  /** Whether the page opens at this message. */
  readonly getsFocus?: boolean
}

export function FormError({ errors, fallback, texts, fields = [], getsFocus }: Props) {
  if (errors === null) return null
  const text = errors.message ?? (errors.status === 422 ? texts['errors.formSummary'] : fallback)
  const others = otherMessages(errors, fields)
  return (
    <p className="form-error" {...(getsFocus && opensPage)} role="alert">
      {others.length === 0 ? text : `${text.replace(/\.$/, '')}: ${others.join(' ')}`}
    </p>
  )
}
