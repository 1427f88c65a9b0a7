import type { AdminWords } from '../admin-words.ts'
import { nameIn } from '../admin-words.ts'
import type { OrderViewProps } from './order-view.tsx'
import type { ActionFailure } from './actions/order-action.ts'

/** Says whether the form has worked. */
export function OrderNotice({ words, done, rejected }: OrderViewProps) {
  if (rejected)
    return (
      <p className="notice bad" role="alert">
        {failureText(words, rejected.failure)}
      </p>
    )
  if (done === null) return null
  return (
    <p className="notice" role="status">
      {nameIn(words, 'done', done)}
    </p>
  )
}

function failureText(words: AdminWords, failure: ActionFailure): string {
  switch (failure.code) {
    case 'refused':
      return nameIn(words, 'refused', failure.reason)
    case 'invalid':
      return words('failures.invalid', { field: nameIn(words, 'fields', failure.field) })
    case 'conflict':
    case 'forbidden':
    case 'not-found':
      return words(`failures.${failure.code}`)
  }
}
