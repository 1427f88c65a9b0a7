import type { CreditNote, Invoice } from '../../contract/invoices.ts'
import type { Money } from '../../domain/money.ts'
import { orderNumberOf } from '../../domain/order-number.ts'
import { wordJoiner } from '../../domain/receipt-number.ts'
import { formatDate, formatExactMoney } from '../../locale/formats.ts'
import { ContentStyles } from '../../http/page/content-styles.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { useSite } from '../../ui/site.tsx'
import { creditNoteTitle, signed } from './credit-note-view.tsx'
import { BuyerForm, OrderedLines, Parties, receiptHref, Vat } from './document-parts.tsx'
import type { Buyer } from './document-parts.tsx'

type Props = {
  readonly invoice: Invoice
  readonly paidAt: string
  /** The company and its details, a line each. */
  readonly seller: readonly string[]
  readonly buyer: Buyer
}

export function ReceiptView({ invoice, paidAt, seller, buyer }: Props) {
  const { words } = useSite()
  const { invoiceID, receiptNumber, email } = invoice
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
      <Amounts invoice={invoice} buyer={buyer} />
      <BuyerForm shown={{ invoiceID }} buyer={buyer} />
    </section>
  )
}

type AmountsProps = { readonly invoice: Invoice; readonly buyer: Buyer }

function Amounts({ invoice, buyer }: AmountsProps) {
  const { locale, words } = useSite()
  const { amount, vatPercent } = invoice
  return (
    <div className="sheet">
      <Facts areAmounts>
        <OrderedLines invoice={invoice} />
        <Fact label={words('receipt.total')}>
          <b>{formatExactMoney(locale, amount)}</b>
        </Fact>
        <Vat percent={vatPercent} of={amount} />
        <Corrections invoice={invoice} buyer={buyer} />
      </Facts>
    </div>
  )
}

/** The credit notes of an order, and the rest of its price. */
function Corrections({ invoice, buyer }: AmountsProps) {
  const { locale, words } = useSite()
  const { invoiceID, amount, refunded, creditNotes, vatPercent } = invoice
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
