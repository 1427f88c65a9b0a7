import type { ReactNode } from 'react'
import { z } from 'zod'
import type { ActionInput } from '../api/perform-action.ts'
import type { Action, StaffMember } from '../api/staff.ts'
import type { BackendContext } from '../context.ts'
import type { Result } from '../kit/result.shared.ts'
import {
  ActionFields,
  FieldProblems,
  invalidForm,
  usePageState,
  type ActionFailure,
  type PageState,
} from './action-form.tsx'
import { InputFields, type Inputs, type InputValues } from './fields.tsx'
import type { FormFields } from './form-body.ts'
import { Panel } from './lists.tsx'
import { useOffice, type TitledAction } from './office-context.tsx'
import { HiddenFields } from '../ui/post-form.shared.tsx'

/** A form about a subject, and its action. */
export type OfficeAction<Name extends Action, Subject> = {
  readonly name: Name
  /**
   * Whether the state of the subject allows the action, so that its form is shown. The action
   * checks the state again.
   */
  readonly isPossible: (subject: Subject) => boolean
  /** Shows the form's own fields, without the key and the version. */
  readonly fields: (props: ActionFieldsProps<Subject>) => ReactNode
  readonly run: (
    context: BackendContext,
    person: StaffMember,
    input: ActionInput,
    typed: FormFields,
    subject: Subject,
  ) => Promise<FormOutcome>
}

/** A response is a file. Other results lead back to the page. */
type FormOutcome = Result<unknown, ActionFailure> | Response

export type ActionFieldsProps<Subject> = {
  readonly subject: Subject
  /** The typed values, if the form was rejected. */
  readonly values: FormFields
  /** The reason for the rejection. */
  readonly failure: ActionFailure | null
  /** Hidden fields that name what the form is about, and labels that differ from `fields`. */
  readonly hidden?: FormFields
  readonly labels?: FormFields
}

type RunAction<Subject, Values> = (
  context: BackendContext,
  person: StaffMember,
  input: ActionInput & Values,
  subject: Subject,
) => Promise<FormOutcome>

type InputAction<Name extends Action, Subject, Form extends Inputs> = {
  readonly name: Name
  readonly isPossible?: (subject: Subject) => boolean
  /** The fields of the form, in their order. */
  readonly inputs?: Form
  /** Returns the fields, if they depend on the subject. */
  readonly inputsFor?: (subject: Subject) => Form
  readonly run: RunAction<Subject, InputValues<NoInfer<Form>>>
}

/** Defines an action whose form is rendered from its inputs. */
export function defineAction<Name extends Action, Subject, Form extends Inputs>({
  inputs,
  inputsFor,
  isPossible = () => true,
  ...action
}: InputAction<Name, Subject, Form>): OfficeAction<Name, Subject> {
  const formOf = (subject: Subject): Inputs => inputsFor?.(subject) ?? inputs ?? {}
  return defineSubjectAction<Name, Subject, InputValues<Form>>({
    ...action,
    isPossible,
    fields: ({ subject, ...props }) => <InputFields inputs={formOf(subject)} {...props} />,
    schemaFor: (subject) => schemaOf<Form>(formOf(subject)),
  })
}

/** Returns the schema of a form's fields. */
export function schemaOf<Form extends Inputs>(inputs: Inputs) {
  const shape = Object.entries(inputs).map(([name, { schema }]) => [name, schema] as const)
  // The shape has the names and the schemas of the inputs.
  return z.object(Object.fromEntries(shape)) as z.ZodType<InputValues<Form>>
}

type SubjectAction<Name extends Action, Subject, Values> = Pick<
  OfficeAction<Name, Subject>,
  'name' | 'isPossible' | 'fields'
> & {
  readonly schemaFor: (subject: Subject) => z.ZodType<Values>
  readonly run: RunAction<Subject, Values>
}

/** Defines an action with a form of its own. */
export function defineSubjectAction<Name extends Action, Subject, Values extends object>(
  definition: SubjectAction<Name, Subject, Values>,
): OfficeAction<Name, Subject> {
  const { schemaFor, run, ...action } = definition
  return {
    ...action,
    run: async (context, person, input, typed, subject) => {
      const values = schemaFor(subject).safeParse(typed)
      if (!values.success) return invalidForm(values.error)
      return run(context, person, { ...values.data, ...input }, subject)
    },
  }
}

type SubjectProps<Subject> = {
  readonly subject: Subject
  readonly version: number
}

type ActionFormProps<Subject> = SubjectProps<Subject> & {
  readonly action: OfficeAction<Action, Subject>
  readonly hidden?: FormFields
  readonly labels?: FormFields
  /** The values before a person changes them. */
  readonly initial?: FormFields
  readonly className?: string
  /** The text and the class of the button. */
  readonly submit: string
  readonly button?: string
  readonly children?: ReactNode
}

/** Shows the form of an action. It keeps what was typed if it was rejected. */
export function ActionForm<Subject>(props: ActionFormProps<Subject>) {
  const { action, subject, version, hidden = {}, button = 'button' } = props
  const state = usePageState()
  const rejected = rejectedForm(state, action.name, hidden)
  const failure = rejected?.failure ?? null
  const { fields: Fields } = action
  const { labels = {}, initial = {} } = props
  return (
    <form method="post" action={state.href} className={props.className}>
      <ActionFields action={action.name} version={version} />
      <HiddenFields values={hidden} />
      {props.children}
      <FieldProblems failure={failure}>
        <Fields values={rejected?.fields ?? initial} {...{ subject, failure, hidden, labels }} />
      </FieldProblems>
      <button className={button}>{props.submit}</button>
    </form>
  )
}

/** Returns the rejected form if it was this form, or null. */
export function rejectedForm({ rejected }: PageState, action: string, hidden: FormFields = {}) {
  const isSame =
    rejected?.action === action &&
    Object.entries(hidden).every(([name, value]) => rejected.fields[name] === value)
  return isSame ? rejected : null
}

type ActionPanelProps<Subject> = SubjectProps<Subject> & {
  readonly actions: readonly OfficeAction<TitledAction, Subject>[]
  /** Names of the actions whose forms are open. A rejected form is open too. */
  readonly opened?: ReadonlySet<string>
}

/** The forms that the person may use and the subject allows. */
export function ActionPanel<Subject>({ actions, opened, ...of }: ActionPanelProps<Subject>) {
  const { words, may } = useOffice()
  const possible = actions.filter(({ name, isPossible }) => may(name) && isPossible(of.subject))
  if (possible.length === 0) return null
  return (
    <Panel id="actions" heading={words('order.actions')}>
      {possible.map((action) => (
        <ActionDetails
          key={action.name}
          {...of}
          action={action}
          isOpen={opened?.has(action.name)}
        />
      ))}
    </Panel>
  )
}

/** The usual action of an order, and those that end its alerts, stand out. */
function buttonOf(name: string, isRemedy = false): string {
  if (name === 'erase') return 'button final'
  return isRemedy || name === 'resend' ? 'button' : 'button quiet'
}

type ActionDetailsProps<Subject> = SubjectProps<Subject> & {
  readonly action: OfficeAction<TitledAction, Subject>
  readonly isOpen?: boolean | undefined
}

/** A form that opens with its title. */
export function ActionDetails<Subject>({ isOpen, ...of }: ActionDetailsProps<Subject>) {
  const { words } = useOffice()
  const { rejected } = usePageState()
  const { name } = of.action
  return (
    <details id={name} open={rejected?.action === name || isOpen}>
      <summary>{words(`actions.${name}.title`)}</summary>
      <ActionForm
        {...of}
        className="fields"
        submit={words(`actions.${name}.submit`)}
        button={buttonOf(name, isOpen)}
      >
        <p className="soft">{words(`actions.${name}.text`)}</p>
      </ActionForm>
    </details>
  )
}
