import { mayDo } from '../../backend/operations/staff.ts'
import { ActionFields } from '../action-form.tsx'
import type { OrderViewProps } from './order-view.tsx'
import { orderHref } from './hrefs.ts'
import type { OrderAction } from './actions/order-action.ts'
import { orderActions } from './actions/order-actions.ts'

/** The forms that the person may use and the order allows. */
export function ActionForms(props: OrderViewProps) {
  const { words, person, order } = props
  const possible = orderActions.filter(
    ({ name, isPossible }) => mayDo(person, name) && isPossible(order),
  )
  return (
    <section className="panel" aria-labelledby="actions">
      <h2 id="actions">{words('order.actions')}</h2>
      {possible.map((action) => (
        <ActionForm key={action.name} {...props} action={action} />
      ))}
    </section>
  )
}

function ActionForm({
  locale,
  words,
  now,
  order,
  rejected,
  action: { name, fields },
}: OrderViewProps & { readonly action: OrderAction }) {
  const isRejected = rejected?.action === name
  return (
    <details open={isRejected}>
      <summary>{words(`actions.${name}.title`)}</summary>
      <form method="post" action={orderHref(order.invoiceID)} className="fields">
        <ActionFields action={name} version={order.version} now={now} />
        <p className="soft">{words(`actions.${name}.text`)}</p>
        {fields({ locale, words, order, values: isRejected ? rejected.fields : {} })}
        <button className="button">{words(`actions.${name}.submit`)}</button>
      </form>
    </details>
  )
}
