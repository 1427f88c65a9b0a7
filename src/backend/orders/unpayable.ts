import type { InvoiceStatus } from '../../contract/invoices.ts'
import type { Err } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import { refuse } from '../operation-result.ts'
import type { Refusal } from '../operation-result.ts'

/** Returns the refusal for an invoice whose status does not allow a payment. */
export function refuseUnpayable(
  { words }: Pick<BackendContext, 'words'>,
  status: InvoiceStatus | null,
): Err<Refusal> {
  return status === 'expired'
    ? refuse('order-expired', words('api.orderExpired'))
    : refuse('already-paid', words('api.alreadyPaid'))
}

export async function invoiceStatus(
  db: D1Database,
  invoiceID: string,
): Promise<InvoiceStatus | null> {
  return db.prepare('SELECT status FROM invoices WHERE id = ?').bind(invoiceID).first('status')
}
