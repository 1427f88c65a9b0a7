import { ActionFields } from './action-form.tsx'
import { FieldProblems } from './field-problem.tsx'
import type { TitledAction } from './admin-words.ts'
import { useOffice } from './office.tsx'
import type { RejectedForm } from './routing/admin-action.ts'
import type { SubjectAction } from './subject-action.ts'

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
