import type { ReactNode } from 'react'
import type { Order, PlacedLine } from '../operations.ts'
import { vatIn } from '../../kit/receipt-number.ts'
import type { Money } from '../../kit/money.shared.ts'
import { maxBuyer } from '../../kit/limits.shared.ts'
import { TextField } from '../../ui/fields.shared.tsx'
import { formatExactMoney, formatPercent } from '../../words/formats.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { planName, topUpName } from '../../words/plan-words.ts'
import { EmailAddress } from '../../ui/support-links.tsx'
import { Fact } from '../../ui/lists.tsx'
import { useSite, type Site } from '../../ui/site.tsx'

/** Details that the customer types. */
export type Buyer = { readonly company: string; readonly taxID: string; readonly address: string }

/** A receipt or a credit note, which the page shows. */
type ShownDocument = {
  readonly invoiceID: string
  /** The number of a credit note. Undefined for the receipt. */
  readonly creditNote?: string | undefined
}

type PartiesProps = {
  /** The company and its details, a line each. */
  readonly seller: readonly string[]
  readonly buyer: Buyer
  /** Names the buyer until a company is typed. */
  readonly email: string
}

/** The facts of a document about its seller and its buyer. */
export function Parties({ seller, buyer: { company, taxID, address }, email }: PartiesProps) {
  const { words } = useSite()
  const name = company === '' ? <EmailAddress email={email} /> : company
  return (
    <>
      <Fact label={words('receipt.seller')}>
        <Lines lines={seller} />
      </Fact>
      <Fact label={words('receipt.buyer')}>
        <Lines lines={[name, taxID, address].filter((line) => line !== '')} />
      </Fact>
    </>
  )
}

function Lines({ lines }: { readonly lines: readonly ReactNode[] }) {
  return lines.map((line, index) => <div key={index}>{line}</div>)
}

/** The plans and the top-up of an order, and the rest of its price after an exchange. */
export function OrderedLines({ invoice: { amount, lines } }: { readonly invoice: Order }) {
  const site = useSite()
  const { locale, words } = site
  const difference = lines.reduce((left, line) => left - line.amount.minor, amount.minor)
  return (
    <>
      {lines.map((line, index) => (
        <Fact key={`${index} ${line.tariff.tariffID}`} label={lineTitle(site, line)}>
          {formatExactMoney(locale, line.amount)}
        </Fact>
      ))}
      {difference !== 0 && (
        <Fact label={words('receipt.difference')}>
          {formatExactMoney(locale, { ...amount, minor: difference })}
        </Fact>
      )}
    </>
  )
}

/** Returns the name of a plan or a top-up on a document. */
function lineTitle(site: Site, { tariff: plan, topUp }: PlacedLine): string {
  if (topUp === null) return planName(site, plan)
  const { placeTitle } = plan
  return topUpName(site, { placeTitle, ...topUp })
}

type VatProps = {
  /** In percent. Null: the seller states none. */
  readonly percent: number | null
  readonly of: Money
  /** The VAT in `of`. It is computed by default. */
  readonly vat?: Money | null
}

/** The VAT in an amount. */
export function Vat({ percent, of, vat }: VatProps) {
  const { locale, words } = useSite()
  if (percent === null) return null
  return (
    <Fact label={words('receipt.vat', { percent: formatPercent(locale, percent) })}>
      {formatExactMoney(locale, vat ?? vatIn(of, percent))}
    </Fact>
  )
}

type BuyerFormProps = { readonly shown: ShownDocument; readonly buyer: Buyer }

/** A GET form, so that the address of the page has the details, and the shop stores nothing. */
export function BuyerForm({ shown, buyer }: BuyerFormProps) {
  const { locale, words } = useSite()
  const { invoiceID, creditNote } = shown
  const fields = [
    { name: 'company', maxLength: maxBuyer.company, autoComplete: 'organization' },
    { name: 'taxID', maxLength: maxBuyer.taxID, autoComplete: 'off' },
    { name: 'address', maxLength: maxBuyer.address, autoComplete: 'street-address' },
  ] as const
  const isReceipt = creditNote === undefined
  return (
    <div className="unprinted">
      <form className="form" action={href(locale, 'paymentReceipt')}>
        <h2>{words('receipt.formTitle')}</h2>
        <p className="soft">{words('receipt.formText')}</p>
        <input type="hidden" name="invoiceID" value={invoiceID} />
        {!isReceipt && <input type="hidden" name="creditNote" value={creditNote} />}
        {fields.map((field) => (
          <TextField
            key={field.name}
            id={field.name}
            label={words(`receipt.${field.name}`)}
            defaultValue={buyer[field.name]}
            {...field}
          />
        ))}
        <button className="button">{words('receipt.submit')}</button>
        <p className="soft">{words('receipt.print')}</p>
        <p>
          {isReceipt ? (
            <a href={href(locale, 'paymentSuccess', null, { invoiceID, stay: '1' })}>
              {words('receipt.order')}
            </a>
          ) : (
            <a href={receiptHref(locale, { invoiceID }, buyer)}>{words('receipt.receipt')}</a>
          )}
        </p>
      </form>
    </div>
  )
}

/** Returns the address of a document with the details that the customer has typed. */
export function receiptHref(
  locale: Parameters<typeof href>[0],
  { invoiceID, creditNote }: ShownDocument,
  buyer: Buyer,
): string {
  const typed = Object.entries(buyer).filter(([, text]) => text !== '')
  const note = creditNote === undefined ? {} : { creditNote }
  return href(locale, 'paymentReceipt', null, { invoiceID, ...note, ...Object.fromEntries(typed) })
}

/** Shows a text with the number of a document, which does not break at its hyphen. */
export function DocumentName({ text, number }: { readonly text: string; readonly number: string }) {
  const [before = '', ...rest] = text.split(number)
  if (rest.length === 0) return text
  return (
    <>
      {before}
      <span className="unbroken" translate="no">
        {number}
      </span>
      {rest.join(number)}
    </>
  )
}
