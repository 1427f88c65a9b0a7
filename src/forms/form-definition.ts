import type { ComponentType } from 'react'
import type * as z from 'zod/mini'
import type { FormErrors } from '../domain/form-errors.ts'
import type { Texts } from '../locale/texts.ts'
import type { WordKey } from '../locale/words.ts'
import type { FieldReader } from './form-values.ts'

export type FormProps = {
  readonly texts: { readonly [name: string]: string }
  readonly values: object
  readonly errors: FormErrors | null
}

/** Props of every form: texts, the URL that receives it, the typed values and the errors. */
export type FormPropsWith<Key extends WordKey, Values extends object> = {
  readonly texts: Texts<Key>
  readonly action: string
  readonly values: Values
  readonly errors: FormErrors | null
}

export type FormDefinition<Props extends FormProps> = {
  /** The name of the form's folder in src/forms. Its form.tsx exports the form as `<name>Form`. */
  readonly name: string
  readonly Component: ComponentType<Props>
  readonly read: (form: FieldReader) => Props['values']
  /** `button` is the value of the pressed button, or empty. */
  readonly schemaFor: (props: Props, button: string) => z.core.$ZodType
}

export function defineForm<Props extends FormProps>(
  definition: FormDefinition<Props>,
): FormDefinition<Props> {
  return definition
}
