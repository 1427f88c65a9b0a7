import { isPayable } from '../../contract/invoices.ts'
import type { Invoice, InvoiceLine } from '../../contract/invoices.ts'
import type { Esim } from '../../contract/esims.ts'
import type { Money } from '../../domain/money.ts'
import { formatMoney } from '../../locale/formats.ts'
import { sizeText, tariffName } from '../../locale/tariff-words.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { useSite } from '../../ui/site.tsx'
import { PlanPass } from '../../ui/tariffs/plan-pass.tsx'
import { LineList } from './line-list.tsx'

type Props = {
  readonly invoice: Invoice
  /** The eSIMs of lines that can be installed. */
  readonly esims?: readonly Esim[]
  readonly isOnPhone?: boolean
}

/** Shows the ordered plans, with the state of each plan if there are several. */
export function OrderSheet({ invoice, esims = [], isOnPhone = false }: Props) {
  const { locale } = useSite()
  if (topUpOf(invoice)) return <TopUpSheet invoice={invoice} />
  const { lines, reduction, status, tariff } = invoice
  const isOne = lines.length === 1
  return (
    <>
      {isOne ? (
        <PlanPass tariff={tariff} price={formatMoney(locale, fullPrice(invoice))} />
      ) : (
        <LineList lines={lines} isFrozen={isOnHold(invoice)} {...{ esims, isOnPhone }} />
      )}
      {(reduction.minor > 0 || (!isOne && status !== 'success')) && (
        <TotalSheet invoice={invoice} />
      )}
    </>
  )
}

function TotalSheet({ invoice }: { invoice: Invoice }) {
  const { locale, words } = useSite()
  return (
    <div className="sheet">
      <Facts areAmounts>
        {invoice.reduction.minor > 0 && (
          <Fact label={words('tariff.price')}>{formatMoney(locale, fullPrice(invoice))}</Fact>
        )}
        <Total invoice={invoice} />
      </Facts>
    </div>
  )
}

function TopUpSheet({ invoice }: { invoice: Invoice }) {
  const site = useSite()
  const { locale, words } = site
  const topUp = topUpOf(invoice)
  return (
    topUp && (
      <div className="sheet">
        <Facts>
          <Fact label={words('topUp.data')}>{sizeText(site, topUp)}</Fact>
          <Fact label={words('tariff.valid')}>
            {words('units.days', { count: topUp.validityDays })}
          </Fact>
          <Fact label={words('topUp.plan')}>{tariffName(site, invoice.tariff)}</Fact>
          <Fact label={words('tariff.price')}>{formatMoney(locale, fullPrice(invoice))}</Fact>
          {invoice.reduction.minor > 0 && <Total invoice={invoice} />}
        </Facts>
      </div>
    )
  )
}

/** Whether a paid order is frozen. The data of a top-up that was added can be used. */
export function isOnHold(invoice: Invoice): boolean {
  const { status, isFrozen, lines } = invoice
  const isAdded = topUpOf(invoice) !== null && lines.every((line) => line.status === 'issued')
  return isFrozen && !isAdded && (status === 'paid' || status === 'success')
}

/** Returns the top-up of an order, which has no other line. */
export function topUpOf({ lines }: Invoice): InvoiceLine['topUp'] {
  return lines[0]?.topUp ?? null
}

function fullPrice({ amount, reduction }: Invoice): Money {
  return { minor: amount.minor + reduction.minor, currency: amount.currency }
}

/** Shows the reduction of the promo code, and the amount to pay or paid. */
function Total({ invoice: { status, amount, promocode, reduction } }: { invoice: Invoice }) {
  const { locale, words } = useSite()
  const label = isPayable(status) ? 'toPay' : status === 'expired' ? 'notPaid' : 'paid'
  return (
    <>
      {reduction.minor > 0 && (
        <Fact label={`${words('order.reduction')} ${promocode ?? ''}`}>
          {formatMoney(locale, { ...reduction, minor: -reduction.minor })}
        </Fact>
      )}
      <Fact label={words(`payment.${label}`)}>{formatMoney(locale, amount)}</Fact>
    </>
  )
}

/** Shows money that was refunded in part, or charged by mistake. */
export function MoneyNotes({ invoice: { status, refunded, overcharged } }: { invoice: Invoice }) {
  const { locale, words } = useSite()
  return (
    <>
      {overcharged.minor > 0 && (
        <p className="notice">
          {words('payment.overcharged', { amount: formatMoney(locale, overcharged) })}
        </p>
      )}
      {refunded.minor > 0 && status !== 'refunded' && (
        <p className="notice">
          {words('payment.refundedPart', { amount: formatMoney(locale, refunded) })}
        </p>
      )}
    </>
  )
}
