import type { Invoice, InvoiceLine } from '../../contract/invoices.ts'
import type { Money } from '../../domain/money.ts'
import { maxLength } from '../../domain/field-limits.ts'
import { orderNumberOf } from '../../domain/order-number.ts'
import { vatIn } from '../../domain/vat.ts'
import { Field } from '../../forms/controls/field.tsx'
import { formatDate, formatMoney, formatPercent } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { tariffName, topUpName } from '../../locale/tariff-words.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { useSite } from '../../ui/site.tsx'
import type { Site } from '../../ui/site.tsx'

type Buyer = { readonly company: string; readonly taxID: string; readonly address: string }
type Props = {
  readonly invoice: Invoice
  readonly paidAt: string
  /** The company and its details, a line each. */
  readonly seller: readonly string[]
  readonly buyer: Buyer
}

export function ReceiptView({ invoice, paidAt, seller, buyer }: Props) {
  const { words } = useSite()
  const order = orderNumberOf(invoice.invoiceID)
  const { company, taxID, address } = buyer
  const bought = [company === '' ? invoice.email : company, taxID, address]
  return (
    <section className="result">
      <h1>{words('receipt.title', { order })}</h1>
      <div className="sheet">
        <Facts>
          {invoice.receiptNumber !== null && (
            <Fact label={words('receipt.number')}>{invoice.receiptNumber}</Fact>
          )}
          <Fact label={words('receipt.date')}>{formatDate(paidAt)}</Fact>
          <Fact label={words('receipt.seller')}>
            <Lines lines={seller} />
          </Fact>
          <Fact label={words('receipt.buyer')}>
            <Lines lines={bought.filter((line) => line !== '')} />
          </Fact>
        </Facts>
      </div>
      <h2>{words('receipt.lines')}</h2>
      <Amounts invoice={invoice} />
      <BuyerForm invoiceID={invoice.invoiceID} buyer={buyer} />
    </section>
  )
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return lines.map((line, index) => <div key={`${index} ${line}`}>{line}</div>)
}

function Amounts({ invoice }: { readonly invoice: Invoice }) {
  const site = useSite()
  const { locale, words } = site
  const { amount, lines, refunded } = invoice
  const rest = { ...amount, minor: amount.minor - refunded.minor }
  const money = (value: Money) => formatMoney(locale, value)
  const difference = lines.reduce((left, line) => left - line.amount.minor, amount.minor)
  return (
    <div className="sheet">
      <Facts areAmounts>
        {lines.map((line, index) => (
          <Fact key={`${index} ${line.tariff.tariffID}`} label={lineTitle(site, line)}>
            {money(line.amount)}
          </Fact>
        ))}
        {difference !== 0 && (
          <Fact label={words('receipt.difference')}>{money({ ...amount, minor: difference })}</Fact>
        )}
        <Fact label={words('receipt.total')}>
          <b>{money(amount)}</b>
        </Fact>
        <Vat invoice={invoice} of={amount} />
        {refunded.minor > 0 && (
          <>
            <Fact label={words('receipt.refunded')}>
              {money({ ...refunded, minor: -refunded.minor })}
            </Fact>
            <Fact label={words('receipt.rest')}>
              <b>{money(rest)}</b>
            </Fact>
            {rest.minor > 0 && <Vat invoice={invoice} of={rest} />}
          </>
        )}
      </Facts>
    </div>
  )
}

function Vat({ invoice: { vatPercent }, of }: { readonly invoice: Invoice; readonly of: Money }) {
  const { locale, words } = useSite()
  if (vatPercent === null) return null
  return (
    <Fact label={words('receipt.vat', { percent: formatPercent(locale, vatPercent) })}>
      {formatMoney(locale, vatIn(of, vatPercent))}
    </Fact>
  )
}

function lineTitle(site: Site, { tariff, topUp }: InvoiceLine): string {
  if (topUp === null) return tariffName(site, tariff)
  const { placeTitle } = tariff
  return topUpName(site, { placeTitle, ...topUp })
}

/** A GET form, so that the address of the page has the details, and the shop stores nothing. */
function BuyerForm({ invoiceID, buyer }: { readonly invoiceID: string; readonly buyer: Buyer }) {
  const { locale, words } = useSite()
  const fields = [
    { name: 'company', max: maxLength.company, complete: 'organization' },
    { name: 'taxID', max: maxLength.taxID, complete: 'off' },
    { name: 'address', max: maxLength.postalAddress, complete: 'street-address' },
  ] as const
  return (
    <form className="form unprinted" action={href(locale, 'paymentReceipt')}>
      <h2>{words('receipt.formTitle')}</h2>
      <p className="soft">{words('receipt.formText')}</p>
      <input type="hidden" name="invoiceID" value={invoiceID} />
      {fields.map(({ name, max, complete }) => (
        <Field key={name} id={name} name={name} label={words(`receipt.${name}`)}>
          {(aria) => (
            <input {...aria} defaultValue={buyer[name]} maxLength={max} autoComplete={complete} />
          )}
        </Field>
      ))}
      <button className="button">{words('receipt.submit')}</button>
      <p className="soft">{words('receipt.print')}</p>
      <p>
        <a href={href(locale, 'paymentSuccess', null, { invoiceID, stay: '1' })}>
          {words('receipt.order')}
        </a>
      </p>
    </form>
  )
}
