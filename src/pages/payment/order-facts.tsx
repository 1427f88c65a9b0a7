import type { Invoice } from '../../contract/purchase.ts'
import { orderNumberOf } from '../../domain/order-number.ts'
import { formatDate, formatMoney } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'

/** What the customer tells the bank or support about an order, and a link to support. */
export function OrderFacts({ invoice }: { invoice: Invoice }) {
  const { locale, words } = useSite()
  const { invoiceID, createdAt, amount } = invoice
  const facts = [
    `${words('mail.receiptOrder')} ${orderNumberOf(invoiceID)}`,
    formatDate(createdAt),
    formatMoney(locale, amount),
  ]
  return (
    <>
      <p className="soft">{facts.join(', ')}</p>
      <p>
        <a href={`${href(locale, 'contacts')}#support`} data-dialog="support">
          {words('payment.support')}
        </a>
      </p>
    </>
  )
}
