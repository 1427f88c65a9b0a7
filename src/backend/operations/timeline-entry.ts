import type { Money } from '../../domain/money.ts'
import type { TimelineDetails } from './timeline-details.ts'

export type TimelineEntry = {
  readonly at: string
  readonly kind:
    | 'ordered'
    | 'payment'
    | 'fact'
    | 'refund'
    | 'supplier-order'
    | 'esim'
    | 'message'
    | 'usage'
    | 'partner'
    | 'action'
    | 'note'
  /** The name within its kind: a kind of fact, a status, the purpose of a message, or an action. */
  readonly name: string
  readonly details: TimelineDetails
  readonly amount: Money | null
}
