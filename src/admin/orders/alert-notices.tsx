import type { AlertKind } from '../../backend/alerts/alerts.ts'
import { mayDo } from '../../backend/operations/staff.ts'
import type { OrderActionName } from '../../backend/operations/staff.ts'
import { alertDetail } from '../alert-detail.ts'
import { orderActions } from './actions/order-actions.ts'
import { excessOf } from './excess-of.ts'
import type { OrderViewProps } from './order-view-props.ts'

/** The forms that end an alert. The texts of the other alerts explain how they end. */
const remedies: { readonly [kind in AlertKind]?: readonly OrderActionName[] } = {
  overcharged: ['refund'],
  'refund-counted-twice': ['revert-refund', 'confirm-refund'],
  'mail-bounced': ['address'],
  'profile-returned': ['reissue'],
  'supplier-order-held': ['decide-supplier-order'],
}

/** Returns the forms that end an open alert of the order. The page shows them open. */
export function remediesOf({
  alerts,
  order,
  person,
}: OrderViewProps): ReadonlySet<OrderActionName> {
  const subject = { order, alerts }
  const names = alerts.flatMap(({ kind }) => remedies[kind] ?? [])
  return new Set(
    orderActions
      .filter((action) => mayDo(person, action.name) && action.isPossible(subject))
      .map(({ name }) => name)
      .filter((name) => names.includes(name))
      // The alert lasts until the provider confirms the refund.
      .filter((name) => name !== 'refund' || excessOf(order) > 0),
  )
}

/** Shows the alerts about the order, as on Today, with links to the forms that end them. */
export function AlertNotices(props: OrderViewProps) {
  const { locale, words, shopWords, alerts } = props
  const possible = remediesOf(props)
  return alerts.map(({ kind, subject, detail }) => {
    const forms = (remedies[kind] ?? []).filter((name) => possible.has(name))
    return (
      <div key={`${kind} ${subject}`} className="notice warn">
        <p>
          <b className="sentence">{shopWords(`alerts.titles.${kind}`)}</b>{' '}
          {alertDetail(locale, words, detail)}
        </p>
        <p>{shopWords(`alerts.actions.${kind}`)}</p>
        {forms.length > 0 && (
          <p className="groups">
            {forms.map((name) => (
              <a key={name} href={`#${name}`}>
                {words(`actions.${name}.title`)}
              </a>
            ))}
          </p>
        )}
      </div>
    )
  })
}
