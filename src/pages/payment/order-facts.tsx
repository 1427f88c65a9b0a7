import type { Invoice } from '../../contract/invoices.ts'
import { orderNumberOf } from '../../domain/order-number.ts'
import { href } from '../../locale/paths.ts'
import { formatDate, formatMoney } from '../../locale/formats.ts'
import type { Words } from '../../locale/words.ts'
import { useSite } from '../../ui/site.tsx'
import { SupportHoursLine } from '../../ui/support-times.tsx'
import { SupportLink } from '../../ui/support-link.tsx'

/**
 * Shows the facts of an order that the bank or support needs, and links to its receipt and to
 * support.
 */
export function OrderFacts({ invoice }: { invoice: Invoice }) {
  const { locale, words, brand } = useSite()
  const { invoiceID, createdAt, amount, status } = invoice
  return (
    <>
      <p className="soft">
        {words('mail.receiptOrder')}{' '}
        <code className="unbroken" translate="no">
          {orderNumberOf(invoiceID)}
        </code>
        , {formatDate(createdAt)}, {formatMoney(locale, amount)}
      </p>
      <ul className="rows">
        {invoice.paidAt !== null && (
          <li>
            <a href={href(locale, 'paymentReceipt', null, { invoiceID })}>
              {words('receipt.link')}
            </a>
          </li>
        )}
        <li>
          <SupportLink about={{ order: orderNumberOf(invoiceID) }}>
            {words('payment.support')}
          </SupportLink>
        </li>
        {(status === 'paid' || status === 'success') && (
          <li>
            <a href={correctionMail(brand.supportEmail, words, invoice)}>
              {words('payment.wrongAddress')}
            </a>
          </li>
        )}
      </ul>
      <SupportHoursLine />
    </>
  )
}

/** Returns a filled-in email to support. The customer only adds the right address. */
function correctionMail(to: string, words: Words, { invoiceID, email, lines }: Invoice): string {
  const order = orderNumberOf(invoiceID)
  const addresses = new Set(lines.map(({ recipient }) => recipient ?? email))
  const subject = words('payment.correctionSubject', { order })
  const body = words('payment.correctionText', { order, email: [...addresses].join(', ') })
  // Line breaks in the body are CRLF (RFC 6068).
  const lineBreaks = body.replaceAll('\n', '\r\n')
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lineBreaks)}`
}
