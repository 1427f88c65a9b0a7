import type { FormDefinition, FormProps } from '../form-definition.ts'

type Props<P extends FormProps> = {
  readonly form: FormDefinition<P>
  readonly props: P
  /** Hydrates immediately, for forms that change without input, such as a resend timer. */
  readonly isEager?: boolean
}

export function HydratedForm<P extends FormProps>({ form, props, isEager = false }: Props<P>) {
  const { name, Component } = form
  return (
    <div data-form={name} data-props={JSON.stringify(props)} data-eager={isEager || undefined}>
      <Component {...props} />
    </div>
  )
}
