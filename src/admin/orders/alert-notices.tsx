import { alertDetailText } from '../../messages/alert-detail-text.ts'
import type { AlertKind } from '../../messages/alerts.ts'
import type { OrderActionName } from '../../api/staff.ts'
import { useOffice } from '../office.tsx'
import type { OrderSubject } from './actions/order-action.ts'
import { orderActions } from './actions/order-actions.ts'
import { excessOf } from './excess-of.ts'

/** The forms that end an alert. The texts of the other alerts explain how they end. */
const remedies: { readonly [kind in AlertKind]?: readonly OrderActionName[] } = {
  overcharged: ['refund'],
  'refund-counted-twice': ['revert-refund', 'confirm-refund'],
  'mail-bounced': ['address'],
  'profile-returned': ['reissue'],
  'supplier-order-held': ['decide-supplier-order'],
}

/**
 * Returns the forms that end an open alert of the order, and that the person may use. The page
 * shows them open.
 */
export function useRemedies(subject: OrderSubject): ReadonlySet<OrderActionName> {
  const { may } = useOffice()
  const { order, alerts } = subject
  const names = alerts.flatMap(({ kind }) => remedies[kind] ?? [])
  return new Set(
    orderActions
      .filter((action) => may(action.name) && action.isPossible(subject))
      .map(({ name }) => name)
      .filter((name) => names.includes(name))
      // The alert lasts until the provider confirms the refund.
      .filter((name) => name !== 'refund' || excessOf(order) > 0),
  )
}

/** Shows the alerts about the order, as on Today, with links to the forms that end them. */
export function AlertNotices(subject: OrderSubject) {
  const { locale, words, shopWords } = useOffice()
  const possible = useRemedies(subject)
  return subject.alerts.map(({ kind, subject: about, detail }) => {
    const forms = (remedies[kind] ?? []).filter((name) => possible.has(name))
    return (
      <div key={`${kind} ${about}`} className="notice warn">
        <p>
          <b className="sentence">{shopWords(`alerts.titles.${kind}`)}</b>{' '}
          {alertDetailText(locale, detail)}
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
