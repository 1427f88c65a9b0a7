import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { BackendContext } from '../context.ts'
import type { ActionInput, ActionResult } from '../api/perform-action.ts'
import type { Action, StaffMember } from '../api/staff.ts'
import type { Result } from '../kit/result.shared.ts'
import { invalidForm } from './action-form.tsx'
import type { ActionFailure } from './action-form.tsx'
import type { FormFields } from './routing/form-fields.ts'

export type SubjectFieldsProps<Subject> = {
  readonly subject: Subject
  /** The typed values, if the form was rejected. */
  readonly values: FormFields
  /** The reason for the rejection. */
  readonly failure: ActionFailure | null
}

type Definition<Name extends Action, Subject, Values> = {
  readonly name: Name
  /**
   * Whether the state of the subject allows the action, so that its form is shown. The action
   * checks the state again.
   */
  readonly isPossible: (subject: Subject) => boolean
  /** Returns the form's own fields, without the key and the version. */
  readonly fields: (props: SubjectFieldsProps<Subject>) => ReactNode
  readonly schemaFor: (subject: Subject) => z.ZodType<Values>
  readonly run: (
    context: BackendContext,
    person: StaffMember,
    input: ActionInput & Values,
    subject: Subject,
  ) => Promise<ActionResult>
}

/** A form on the page of a subject, and its action. */
export type SubjectAction<Name extends Action, Subject> = Pick<
  Definition<Name, Subject, unknown>,
  'name' | 'isPossible' | 'fields'
> & {
  readonly run: (
    context: BackendContext,
    person: StaffMember,
    input: ActionInput,
    fields: FormFields,
    subject: Subject,
  ) => Promise<Result<unknown, ActionFailure>>
}

export function defineSubjectAction<Name extends Action, Subject, Values extends object>(
  definition: Definition<Name, Subject, Values>,
): SubjectAction<Name, Subject> {
  const { schemaFor, run, ...action } = definition
  return {
    ...action,
    run: async (context, person, input, fields, subject) => {
      const values = schemaFor(subject).safeParse(fields)
      if (!values.success) return invalidForm(values.error)
      return run(context, person, { ...values.data, ...input }, subject)
    },
  }
}
