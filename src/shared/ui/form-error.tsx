import { useSite } from './site.tsx'

type Props = {
  readonly refused: { readonly status: number; readonly error: string | null }
  /** What to say when the API says nothing. */
  readonly fallback: string
}

/** Why the whole form was refused: the API's own words, or that some field below needs a look. */
export function FormError({ refused, fallback }: Props) {
  const { words } = useSite()
  const text = refused.error ?? (refused.status === 422 ? words('errors.formSummary') : fallback)
  return (
    <p className="form-error" role="alert">
      {text}
    </p>
  )
}
