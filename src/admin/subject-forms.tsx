import { mayDo } from '../backend/operations/staff.ts'
import type { StaffMember } from '../backend/operations/staff.ts'
import type { Locale } from '../locale/locales.ts'
import { ActionFields } from './action-form.tsx'
import { FieldProblems } from './field-problem.tsx'
import type { AdminWords, TitledAction } from './admin-words.ts'
import type { RejectedForm } from './routing/admin-action.ts'
import type { SubjectAction } from './subject-action.ts'

type Props<Subject> = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly person: StaffMember
  readonly now: Date
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
  const { words, person, subject, actions, rejected, opened } = props
  const possible = actions.filter(
    ({ name, isPossible }) => mayDo(person, name) && isPossible(subject),
  )
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
              <ActionFields action={name} version={props.version} now={props.now} />
              <p className="soft">{words(`actions.${name}.text`)}</p>
              <FieldProblems words={words} failure={failed?.failure ?? null}>
                <Fields
                  words={words}
                  locale={props.locale}
                  subject={subject}
                  values={failed?.fields ?? {}}
                  failure={failed?.failure ?? null}
                />
              </FieldProblems>
              <button className="button">{words(`actions.${name}.submit`)}</button>
            </form>
          </details>
        )
      })}
    </section>
  )
}
