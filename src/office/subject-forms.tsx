import type { ReactNode } from 'react'
import type { z } from 'zod'
import { ActionFields, FieldProblems, invalidForm } from './action-form.tsx'
import type { ActionFailure } from './action-form.tsx'
import { useOffice } from './office.tsx'
import type { TitledAction } from './office.tsx'
import type { RejectedForm } from './routing.ts'
import type { BackendContext } from '../context.ts'
import type { ActionInput, ActionResult } from '../api/perform-action.ts'
import type { Action, StaffMember } from '../api/staff.ts'
import type { Result } from '../kit/result.shared.ts'
import type { FormFields } from './form-body.ts'

type Props<Subject> = {
  /** The URL that receives the forms. */
  readonly href: string
  readonly version: number
  readonly subject: Subject
  readonly actions: readonly SubjectAction<TitledAction, Subject>[]
  readonly rejected: RejectedForm | null
  /** Names of the actions whose forms are open. A rejected form is open too. */
  readonly opened?: ReadonlySet<string>
}

/** The forms that the person may use and the subject allows. */
export function SubjectForms<Subject>(props: Props<Subject>) {
  const { words, may } = useOffice()
  const { subject, actions, rejected, opened } = props
  const possible = actions.filter(({ name, isPossible }) => may(name) && isPossible(subject))
  if (possible.length === 0) return null
  return (
    <section className="panel" aria-labelledby="actions">
      <h2 id="actions">{words('order.actions')}</h2>
      {possible.map(({ name, fields: Fields }) => {
        const failed = rejected?.action === name ? rejected : null
        return (
          <details key={name} id={name} open={failed !== null || opened?.has(name)}>
            <summary>{words(`actions.${name}.title`)}</summary>
            <form method="post" action={props.href} className="fields">
              <ActionFields action={name} version={props.version} />
              <p className="soft">{words(`actions.${name}.text`)}</p>
              <FieldProblems failure={failed?.failure ?? null}>
                <Fields
                  subject={subject}
                  values={failed?.fields ?? {}}
                  failure={failed?.failure ?? null}
                />
              </FieldProblems>
              <button className={name === 'erase' ? 'button final' : 'button'}>
                {words(`actions.${name}.submit`)}
              </button>
            </form>
          </details>
        )
      })}
    </section>
  )
}

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
