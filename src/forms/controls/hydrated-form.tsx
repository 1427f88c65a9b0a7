import type { FormDefinition, FormProps } from '../form-definition.ts'
import { JsonScript } from './json-script.tsx'

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
