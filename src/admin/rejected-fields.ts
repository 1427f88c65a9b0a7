import type { ActionFailure } from './action-form.tsx'
import type { FormFields } from './read-form.ts'

/** The fields of a form that was not accepted. They are shown again. */
export type RejectedFields = { readonly fields: FormFields; readonly failure: ActionFailure }
