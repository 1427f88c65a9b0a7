import type { Action } from '../api/staff.ts'
import { opensPage } from '../ui/form-markers.shared.ts'
import { failureText } from './action-form.tsx'
import type { ActionFailure } from './action-form.tsx'
import { nameIn } from './admin-words.ts'
import { problemOf } from './field-problem.tsx'
import { useOffice } from './office.tsx'

/** An action, or an outcome of an action that has a text of its own. */
export type DoneText = Action | 'confirm-one-refund'

type Props = {
  /** The action that was just done, from the URL of the page. */
  readonly done: DoneText | null
  readonly failure: ActionFailure | null
}

/**
 * Confirms the action, or shows why it was refused. The page opens here, unless the reason concerns
 * a field: it then opens at the field.
 */
export function ActionNotice({ done, failure }: Props) {
  const { words } = useOffice()
  if (failure)
    return (
      <p className="notice bad" role="alert" {...(problemOf(words, failure) === null && opensPage)}>
        {failureText(words, failure)}
      </p>
    )
  if (done === null) return null
  return (
    <p className="notice" role="status" {...opensPage}>
      {nameIn(words, 'done', done)}
    </p>
  )
}
