import type { CreditNote, Order } from '../operations.ts'
import type { Money } from '../../kit/money.shared.ts'
import { formatDate, formatExactMoney } from '../../words/formats.shared.ts'
import type { Words } from '../../words/words.shared.ts'
import { ContentStyles } from '../../site/page-styles.tsx'
import { Fact, Facts } from '../../ui/lists.tsx'
import { useSite } from '../../ui/site.tsx'
import { DocumentName, BuyerForm, OrderedLines, Parties, Vat } from './document-parts.tsx'
import type { Buyer } from './document-parts.tsx'

type Props = {
  readonly invoice: Order
  readonly paidAt: string
  readonly note: CreditNote
  readonly seller: readonly string[]
  readonly buyer: Buyer
}

/** Returns the name of a document: of a credit note, or of the document that cancels one. */
export function creditNoteTitle(words: Words, { number, cancels }: CreditNote): string {
  return words(cancels === null ? 'receipt.creditNote' : 'receipt.cancellation', { number })
}

/** A document about returned money. It names the receipt that it corrects. */
export function CreditNoteView({ invoice: order, paidAt, note, seller, buyer }: Props) {
  const { words } = useSite()
  const { invoiceID, receiptNumber, email } = order
  const { number, cancels, issuedAt } = note
  const receipt = { document: receiptNumber ?? '', date: formatDate(paidAt) }
  return (
    <section className="result">
      <h1>
        <DocumentName text={creditNoteTitle(words, note)} number={number} />
      </h1>
      {cancels !== null && <p className="lead">{words('receipt.cancellationText')}</p>}
      <ContentStyles styles="purchase" />
      <div className="sheet">
        <Facts>
          <Fact label={words('receipt.issued')}>{formatDate(issuedAt)}</Fact>
          {cancels !== null && (
            <Fact label={words('receipt.cancels')}>
              <DocumentName
                text={words('receipt.creditNote', { number: cancels })}
                number={cancels}
              />
            </Fact>
          )}
          <Fact label={words('receipt.corrects')}>{words('receipt.dated', receipt)}</Fact>
          <Parties seller={seller} buyer={buyer} email={email} />
        </Facts>
      </div>
      <h2>{words('receipt.lines')}</h2>
      <Amounts invoice={order} note={note} />
      <BuyerForm shown={{ invoiceID, creditNote: number }} buyer={buyer} />
    </section>
  )
}

function Amounts({ invoice: order, note }: Pick<Props, 'invoice' | 'note'>) {
  const { locale, words } = useSite()
  const { amount, vatPercent } = order
  const money = (value: Money) => formatExactMoney(locale, value)
  const label = note.cancels === null ? 'receipt.refunded' : 'receipt.uncredited'
  return (
    <div className="sheet">
      <Facts areAmounts>
        <OrderedLines invoice={order} />
        <Fact label={words('receipt.receiptTotal')}>{money(amount)}</Fact>
        <Fact label={words(label)}>
          <b>{money(signed(note))}</b>
        </Fact>
        <Vat
          percent={vatPercent}
          of={note.amount}
          vat={note.vat && signed({ ...note, amount: note.vat })}
        />
      </Facts>
    </div>
  )
}

/** Returns the amount of a document, which is negative for a credit note. */
export function signed({ amount, cancels }: Pick<CreditNote, 'amount' | 'cancels'>): Money {
  return cancels === null ? { ...amount, minor: -amount.minor } : amount
}
