import { mayDo } from '../../backend/operations/staff.ts'
import { officeHref } from '../../locale/office-paths.ts'
import { ActionFields } from '../action-form.tsx'
import { FieldProblems } from '../field-problem.tsx'
import { remediesOf } from './alert-notices.tsx'
import type { OrderViewProps } from './order-view-props.ts'
import type { OrderAction } from './actions/order-action.ts'
import { orderActions } from './actions/order-actions.ts'

/** The forms that the person may use and the order allows. */
export function ActionForms(props: OrderViewProps) {
  const { words, person, order } = props
  const remedies = remediesOf(props)
  const possible = orderActions.filter(
    ({ name, isPossible }) => mayDo(person, name) && isPossible(order),
  )
  return (
    <section className="panel" aria-labelledby="actions">
      <h2 id="actions">{words('order.actions')}</h2>
      {possible.map((action) => (
        <ActionForm
          key={action.name}
          {...props}
          action={action}
          isRemedy={remedies.has(action.name)}
        />
      ))}
    </section>
  )
}

function ActionForm({
  locale,
  words,
  now,
  order,
  alerts,
  rejected,
  isRemedy,
  action: { name, fields },
}: OrderViewProps & { readonly action: OrderAction; readonly isRemedy: boolean }) {
  const isRejected = rejected?.action === name
  return (
    <details id={name} open={isRejected || isRemedy}>
      <summary>{words(`actions.${name}.title`)}</summary>
      <form method="post" action={officeHref('order', { id: order.invoiceID })} className="fields">
        <ActionFields action={name} version={order.version} now={now} />
        <p className="soft">{words(`actions.${name}.text`)}</p>
        <FieldProblems words={words} failure={isRejected ? rejected.failure : null}>
          {fields({ locale, words, order, alerts, values: isRejected ? rejected.fields : {} })}
        </FieldProblems>
        <button className="button">{words(`actions.${name}.submit`)}</button>
      </form>
    </details>
  )
}
