import { z } from 'zod'
import { invoiceID } from '../../contract/common.ts'
import { documentNumber } from '../../contract/invoices.ts'
import { maxLength, oneLine } from '../../domain/field-limits.ts'
import { linkErrorPage, notFoundPage } from '../../http/page/error-pages.tsx'
import { page } from '../../http/page/page.ts'
import { orderNumberOf } from '../../domain/order-number.ts'
import { href } from '../../locale/paths.ts'
import { CreditNoteView, creditNoteTitle } from './credit-note-view.tsx'
import { ReceiptView } from './receipt-view.tsx'

/** Details that the customer types. They are only in the URL, so the shop does not store them. */
const buyerText = (max: number) => z.string().trim().max(max).regex(oneLine).catch('').default('')

/**
 * Shows the receipt of a paid order, or a credit note that corrects it, as a document to print.
 */
export const paymentReceiptPage = page('paymentReceipt', {
  access: 'private',
  query: z.object({
    invoiceID,
    creditNote: documentNumber.optional().catch(undefined),
    company: buyerText(maxLength.company),
    taxID: buyerText(maxLength.taxID),
    address: buyerText(maxLength.postalAddress),
  }),
  needs: { oneOf: ['invoiceID'], orGoTo: 'product' },
  async get(c, { query: { invoiceID: id, creditNote: number, ...buyer } }) {
    const { locale, words, api, config } = c.var
    const answer = await api.invoice({ invoiceID: id })
    if (!answer.ok) return linkErrorPage(c, answer.error)
    const invoice = answer.value.data
    if (invoice.paidAt === null)
      return c.redirect(href(locale, 'paymentSuccess', null, { invoiceID: id }), 303)
    const seller = [config.LEGAL_NAME, ...config.SELLER_DETAILS]
    const document = { invoice, paidAt: invoice.paidAt, seller, buyer }
    if (number === undefined)
      return c.render(<ReceiptView {...document} />, {
        title: words('receipt.title', { order: orderNumberOf(id) }),
        styles: 'purchase',
      })
    const note = invoice.creditNotes?.find((each) => each.number === number)
    if (!note) return notFoundPage(c)
    return c.render(<CreditNoteView {...document} note={note} />, {
      title: creditNoteTitle(words, note),
      styles: 'purchase',
    })
  },
})
