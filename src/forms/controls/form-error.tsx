import type { Refused } from '../../domain/field-errors.ts'
import type { Texts } from '../../locale/texts.ts'

type Props = {
  readonly refused: Refused | null
  /** What to say when the API says nothing. */
  readonly fallback: string
  readonly texts: Texts<'errors.formSummary'>
}

/** Why the whole form was refused: the API's own words, or that some field below needs a look. */
export function FormError({ refused, fallback, texts }: Props) {
  if (refused === null) return null
  const text = refused.error ?? (refused.status === 422 ? texts['errors.formSummary'] : fallback)
  return (
    <p className="form-error" role="alert">
      {text}
    </p>
  )
}
