import type { InvoiceStatus } from '../../contract/purchase.ts'
import type { AdminWords } from '../admin-words.ts'

const tones: { readonly [status in InvoiceStatus]: string } = {
  processing: '',
  failed: 'warn',
  expired: '',
  paid: 'warn',
  success: 'good',
  disputed: 'bad',
  refunded: 'bad',
}

type Props = { readonly words: AdminWords; readonly status: InvoiceStatus }

export function StatusBadge({ words, status }: Props) {
  return <span className={`badge ${tones[status]}`}>{words(`statuses.${status}`)}</span>
}
