import type { FormDefinition, FormProps } from './form-definition.shared.ts'
import type { StructuredData } from '../kit/structured-data.ts'

type Props<P extends FormProps> = {
  readonly form: FormDefinition<P>
  readonly props: P
  /** Hydrates immediately, for forms that change without input, such as a resend timer. */
  readonly isEager?: boolean
}

/**
 * Adds a form and, below it, the props that hydrate it. On a slow connection the browser paints the
 * form before they arrive.
 */
export function HydratedForm<P extends FormProps>({ form, props, isEager = false }: Props<P>) {
  const { name, Component } = form
  return (
    <>
      <div data-form={name} data-eager={isEager || undefined}>
        <Component {...props} />
      </div>
      <JsonScript data={props} />
    </>
  )
}

/** Adds data for a script. */
function JsonScript({ data }: { data: object }) {
  const json = scriptJson(data)
  return <script type="application/json" dangerouslySetInnerHTML={{ __html: json }} />
}

const escapedLess = String.raw`\u003c`

/** Returns JSON for a script element. Escapes `<`, so that no text can close the element. */
function scriptJson(data: object): string {
  return JSON.stringify(data).replace(/</g, escapedLess)
}

/** Adds structured data. */
export function JsonLd({ data }: { data: StructuredData }) {
  const json = scriptJson({ '@context': 'https://schema.org', ...data })
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
