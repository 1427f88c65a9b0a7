import type { ComponentType } from 'react'
import type * as z from 'zod/mini'
import type { FormErrors } from './form-errors.shared.ts'
import type { Texts } from '../words/texts.shared.ts'
import type { WordKey } from '../words/words.shared.ts'
import type { FieldReader } from './form-values.shared.ts'

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
  /** `sign-in` for the export `signInForm` of a file `sign-in-form.shared.tsx`. */
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

export type FormReply =
  | { readonly props: object }
  | {
      readonly to: string
      /** Whether the form cannot be completed, as the next page explains. It is no goal. */
      readonly isRefused?: true
    }
  | {
      readonly done: { readonly title: string; readonly text: string }
      /** The values of the next form. */
      readonly values: object
    }
