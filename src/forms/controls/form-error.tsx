import type { FormErrors } from '../../domain/form-errors.ts'
import type { Texts } from '../../locale/texts.ts'

type Props = {
  readonly errors: FormErrors | null
  readonly fallback: string
  readonly texts: Texts<'errors.formSummary'>
}

export function FormError({ errors, fallback, texts }: Props) {
  if (errors === null) return null
  const text = errors.message ?? (errors.status === 422 ? texts['errors.formSummary'] : fallback)
  return (
    <p className="form-error" role="alert">
      {text}
    </p>
  )
}
