import { z } from 'zod'
import { documentNumber, type CreditNote, type Order } from '../operations.ts'
import type { Money } from '../../kit/money.shared.ts'
import { orderNumberOf } from '../../kit/order-number.ts'
import { wordJoiner } from '../../kit/receipt-number.ts'
import { formatDate, formatExactMoney } from '../../words/formats.shared.ts'
import { ContentStyles } from '../../site/page-styles.tsx'
import { Fact, Facts } from '../../ui/lists.tsx'
import { useSite } from '../../ui/site.tsx'
import { creditNoteTitle, signed, CreditNoteView } from './credit-note-view.tsx'
import { BuyerForm, OrderedLines, Parties, receiptHref, Vat } from './document-parts.tsx'
import type { Buyer } from './document-parts.tsx'
import { invoiceID } from '../../api/common.ts'
import { maxBuyer, oneLine } from '../../kit/limits.shared.ts'
import { linkErrorPage, notFoundPage } from '../../site/error-pages.tsx'
import { page } from '../../site/page.ts'
import { href } from '../../words/paths.shared.ts'

type Props = {
  readonly invoice: Order
  readonly paidAt: string
  /** The company and its details, a line each. */
  readonly seller: readonly string[]
  readonly buyer: Buyer
}

function ReceiptView({ invoice: order, paidAt, seller, buyer }: Props) {
  const { words } = useSite()
  const { invoiceID, receiptNumber, email } = order
  return (
    <section className="result">
      <h1>{words('receipt.title', { order: orderNumberOf(invoiceID) })}</h1>
      <ContentStyles styles="purchase" />
      <div className="sheet">
        <Facts>
          {receiptNumber !== null && <Fact label={words('receipt.number')}>{receiptNumber}</Fact>}
          <Fact label={words('receipt.date')}>{formatDate(paidAt)}</Fact>
          <Parties seller={seller} buyer={buyer} email={email} />
        </Facts>
      </div>
      <h2>{words('receipt.lines')}</h2>
      <Amounts invoice={order} buyer={buyer} />
      <BuyerForm shown={{ invoiceID }} buyer={buyer} />
    </section>
  )
}

type AmountsProps = { readonly invoice: Order; readonly buyer: Buyer }

function Amounts({ invoice: order, buyer }: AmountsProps) {
  const { locale, words } = useSite()
  const { amount, vatPercent, byVoucher } = order
  return (
    <div className="sheet">
      <Facts areAmounts>
        <OrderedLines invoice={order} />
        <Fact label={words('receipt.total')}>
          <b>{formatExactMoney(locale, amount)}</b>
        </Fact>
        <Vat percent={vatPercent} of={amount} />
        {byVoucher.minor > 0 && (
          <Fact label={words('voucher.paid')}>{formatExactMoney(locale, byVoucher)}</Fact>
        )}
        <Corrections invoice={order} buyer={buyer} />
      </Facts>
    </div>
  )
}

/** The credit notes of an order, and the rest of its price. */
function Corrections({ invoice: order, buyer }: AmountsProps) {
  const { locale, words } = useSite()
  const { invoiceID, amount, refunded, creditNotes, vatPercent } = order
  const money = (value: Money) => formatExactMoney(locale, value)
  const minor = (creditNotes ?? []).reduce((sum, note) => sum + signed(note).minor, amount.minor)
  // A server that was written for an earlier contract has no credit notes.
  const rest = { ...amount, minor: creditNotes === null ? amount.minor - refunded.minor : minor }
  const isRefunded = creditNotes === null && refunded.minor > 0
  if (!isRefunded && (creditNotes ?? []).length === 0) return null
  return (
    <>
      {isRefunded && (
        <Fact label={words('receipt.refunded')}>
          {money({ ...refunded, minor: -refunded.minor })}
        </Fact>
      )}
      {creditNotes?.map((note) => (
        <Fact
          key={note.number}
          label={
            <a href={receiptHref(locale, { invoiceID, creditNote: note.number }, buyer)}>
              {words('receipt.dated', {
                document: unbroken(creditNoteTitle(words, note), note),
                date: formatDate(note.issuedAt),
              })}
            </a>
          }
        >
          {money(signed(note))}
        </Fact>
      ))}
      <Fact label={words('receipt.rest')}>
        <b>{money(rest)}</b>
      </Fact>
      {rest.minor > 0 && <Vat percent={vatPercent} of={rest} />}
    </>
  )
}

/** Keeps the number on one line. Browsers do not underline a block in a link, so it gets none. */
function unbroken(title: string, { number }: CreditNote): string {
  return title.replace(number, number.replaceAll('-', `-${wordJoiner}`))
}

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
    company: buyerText(maxBuyer.company),
    taxID: buyerText(maxBuyer.taxID),
    address: buyerText(maxBuyer.address),
  }),
  needs: { oneOf: ['invoiceID'], orGoTo: 'product' },
  async get(c, { query: { invoiceID: id, creditNote: number, ...buyer } }) {
    const { locale, words, api, config } = c.var
    const answer = await api.invoice({ invoiceID: id })
    if (!answer.ok) return linkErrorPage(c, answer.error)
    const order = answer.value.data
    if (order.paidAt === null)
      return c.redirect(href(locale, 'paymentSuccess', null, { invoiceID: id }), 303)
    const seller = [config.LEGAL_NAME, ...config.SELLER_DETAILS]
    const document = { invoice: order, paidAt: order.paidAt, seller, buyer }
    if (number === undefined)
      return c.render(<ReceiptView {...document} />, {
        title: words('receipt.title', { order: orderNumberOf(id) }),
        styles: 'purchase',
      })
    const note = order.creditNotes?.find((each) => each.number === number)
    if (!note) return notFoundPage(c)
    return c.render(<CreditNoteView {...document} note={note} />, {
      title: creditNoteTitle(words, note),
      styles: 'purchase',
    })
  },
})
