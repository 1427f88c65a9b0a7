import type { ComponentType } from 'react'
import type * as z from 'zod/mini'
import type { FormErrors } from '../domain/form-errors.ts'
import type { FieldReader } from './field-reader.ts'

/** What every form's island has among its props. */
export type FormProps = {
  readonly texts: { readonly [name: string]: string }
  readonly values: object
  readonly errors: FormErrors | null
}

/** A form as the browser takes it over: what shows it, what it holds, and by which schema it is checked before it is sent. */
export type LiveForm<Props extends FormProps> = {
  readonly Component: ComponentType<Props>
  readonly read: (form: FieldReader) => Props['values']
  /** `button` is the value of the button that was pressed. */
  readonly schemaFor: (props: Props, button: string) => z.core.$ZodType
}
