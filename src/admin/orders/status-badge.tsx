import type { InvoiceStatus } from '../../orders/orders-contract.ts'
import { formatDate } from '../../words/formats.shared.ts'
import { useOffice } from '../office.tsx'

const tones: { readonly [status in InvoiceStatus]: string } = {
  processing: '',
  failed: 'warn',
  expired: '',
  paid: 'warn',
  success: 'good',
  disputed: 'bad',
  refunded: 'bad',
}

type Props = {
  readonly status: InvoiceStatus
  /** The delivery date that a paid order waits for, or null. */
  readonly scheduledFor: string | null
}

export function StatusBadge({ status, scheduledFor }: Props) {
  const { words } = useOffice()
  if (scheduledFor !== null)
    return (
      <span className="badge">
        {words('order.scheduledFor', { date: formatDate(scheduledFor) })}
      </span>
    )
  return <span className={`badge ${tones[status]}`}>{words(`statuses.${status}`)}</span>
}
