import type { Invoice } from '../../contract/purchase.ts'
import { orderNumberOf } from '../../domain/order-number.ts'
import { formatDate, formatMoney } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'

/** What the customer tells the bank or support about an order, and a link to support. */
export function OrderFacts({ invoice }: { invoice: Invoice }) {
  const { locale, words, brand } = useSite()
  const { invoiceID, createdAt, amount, status } = invoice
  const order = `${words('mail.receiptOrder')} ${orderNumberOf(invoiceID)}`
  return (
    <>
      <p className="soft">
        {words('mail.receiptOrder')} <span translate="no">{orderNumberOf(invoiceID)}</span>,{' '}
        {formatDate(createdAt)}, {formatMoney(locale, amount)}
      </p>
      <p className="actions">
        <a href={`${href(locale, 'contacts')}#support`} data-dialog="support">
          {words('payment.support')}
        </a>
        {(status === 'paid' || status === 'success') && (
          <a href={`mailto:${brand.supportEmail}?subject=${encodeURIComponent(order)}`}>
            {words('payment.wrongAddress')}
          </a>
        )}
      </p>
    </>
  )
}
