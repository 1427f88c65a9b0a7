import { isPayable, type Order, type PlacedLine } from '../operations.ts'
import type { Esim } from '../../esims/operations.ts'
import type { Money } from '../../kit/money.shared.ts'
import { formatMoney, formatDate } from '../../words/formats.shared.ts'
import { sizeText, planName } from '../../words/plan-words.ts'
import { Fact, Facts, Notice } from '../../ui/lists.tsx'
import { CopyButton } from '../../ui/copy-line.tsx'
import { useSite } from '../../ui/site.tsx'
import { PlanPass } from '../../plans/plan-checks.tsx'
import { lpaString } from '../../kit/activation-code.ts'
import { href } from '../../words/paths.shared.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { orderNumberOf, mostPeople } from '../../kit/order-number.ts'
import type { Words } from '../../words/words.shared.ts'
import { GiveBackLink } from '../../esims/esim-status.tsx'
import { SupportHoursLine, SupportLink } from '../../ui/support-links.tsx'
import { orderParams, type OrderPlans } from '../../words/order-params.ts'

type Props = {
  readonly invoice: Order
  /** The eSIMs of lines that can be installed. */
  readonly esims?: readonly Esim[]
  readonly isOnPhone?: boolean
}

/** Shows the ordered plans, with the state of each plan if there are several. */
export function OrderSheet({ invoice: order, esims = [], isOnPhone = false }: Props) {
  const { locale } = useSite()
  if (topUpOf(order)) return <TopUpSheet invoice={order} />
  const { lines, reduction, byVoucher, status, tariff: plan } = order
  const isOne = lines.length === 1
  return (
    <>
      {isOne ? (
        <PlanPass tariff={plan} price={formatMoney(locale, fullPrice(order))} />
      ) : (
        <LineList lines={lines} isFrozen={isOnHold(order)} {...{ esims, isOnPhone }} />
      )}
      {(reduction.minor > 0 || byVoucher.minor > 0 || (!isOne && status !== 'success')) && (
        <TotalSheet invoice={order} />
      )}
    </>
  )
}

function TotalSheet({ invoice: order }: { invoice: Order }) {
  const { locale, words } = useSite()
  return (
    <div className="sheet">
      <Facts areAmounts>
        {order.reduction.minor + order.byVoucher.minor > 0 && (
          <Fact label={words('tariff.price')}>{formatMoney(locale, fullPrice(order))}</Fact>
        )}
        <Total invoice={order} />
      </Facts>
    </div>
  )
}

function TopUpSheet({ invoice: order }: { invoice: Order }) {
  const site = useSite()
  const { locale, words } = site
  const topUp = topUpOf(order)
  return (
    topUp && (
      <div className="sheet">
        <Facts>
          <Fact label={words('topUp.data')}>{sizeText(site, topUp)}</Fact>
          <Fact label={words('tariff.valid')}>
            {words('units.days', { count: topUp.validityDays })}
          </Fact>
          <Fact label={words('topUp.plan')}>{planName(site, order.tariff)}</Fact>
          <Fact label={words('tariff.price')}>{formatMoney(locale, fullPrice(order))}</Fact>
          {order.reduction.minor + order.byVoucher.minor > 0 && <Total invoice={order} />}
        </Facts>
      </div>
    )
  )
}

/** Whether an order is checked by staff. The data of a top-up that was added can be used. */
export function isOnHold(order: Order): boolean {
  const { status, isFrozen, lines } = order
  const isAdded = topUpOf(order) !== null && lines.every((line) => line.status === 'issued')
  const isOpen = isPayable(status) || ['expired', 'paid', 'success'].includes(status)
  return isFrozen && !isAdded && isOpen
}

/** Returns the top-up of an order, which has no other line. */
export function topUpOf({ lines }: Order): PlacedLine['topUp'] {
  return lines[0]?.topUp ?? null
}

function fullPrice({ amount, reduction }: Order): Money {
  return { minor: amount.minor + reduction.minor, currency: amount.currency }
}

/** Shows the reduction of the promo code, the part that a voucher pays, and the amount to pay or paid. */
function Total({ invoice: order }: { invoice: Order }) {
  const { status, amount, promocode, reduction, byVoucher } = order
  const { locale, words } = useSite()
  const label = isPayable(status) ? 'toPay' : status === 'expired' ? 'notPaid' : 'paid'
  return (
    <>
      {reduction.minor > 0 && (
        <Fact label={`${words('order.reduction')} ${promocode ?? ''}`}>
          {formatMoney(locale, { ...reduction, minor: -reduction.minor })}
        </Fact>
      )}
      {byVoucher.minor > 0 && (
        <Fact label={words('voucher.name')}>
          {formatMoney(locale, { ...byVoucher, minor: -byVoucher.minor })}
        </Fact>
      )}
      <Fact label={words(`payment.${label}`)}>
        {formatMoney(locale, { ...amount, minor: amount.minor - byVoucher.minor })}
      </Fact>
    </>
  )
}

/** Shows money that was refunded in part, or charged by mistake. */
export function MoneyNotes({ invoice: order }: { invoice: Order }) {
  const { locale, words } = useSite()
  const { status, lost, overcharged } = order
  const refunded = { ...lost, minor: order.refunded.minor - lost.minor }
  return (
    <>
      {overcharged.minor > 0 && (
        <Notice text={words('payment.overcharged', { amount: formatMoney(locale, overcharged) })} />
      )}
      {lost.minor > 0 && status !== 'lost' && (
        <Notice text={words('payment.lostPart', { amount: formatMoney(locale, lost) })} />
      )}
      {refunded.minor > 0 && status !== 'refunded' && (
        <Notice text={words('payment.refundedPart', { amount: formatMoney(locale, refunded) })} />
      )}
    </>
  )
}

type LineListProps = {
  readonly lines: readonly PlacedLine[]
  readonly isFrozen: boolean
  readonly esims: readonly Esim[]
  /** Whether the visitor is on a phone, which cannot scan its own screen. */
  readonly isOnPhone: boolean
}

/** Shows each plan of an order with its state. Issued plans have QR codes and links. */
function LineList({ lines, isFrozen, esims, isOnPhone }: LineListProps) {
  const site = useSite()
  const { locale, words } = site
  return (
    <ul className="esims">
      {lines.map((line, index) => {
        const state = isFrozen && line.status !== 'refunded' ? 'frozen' : line.status
        const esim = esims.find(({ hash }) => hash === line.hash)
        return (
          <li key={index} className="sheet">
            <p className="eyebrow">
              {words('payment.numberOf', { number: index + 1, count: lines.length })}
            </p>
            <h2>{planName(site, line.tariff)}</h2>
            <p>
              <span className={`status ${state}`}>
                {words(line.isRefunding ? 'payment.refundingTitle' : `payment.lines.${state}`)}
              </span>{' '}
              {formatMoney(locale, line.amount)}
            </p>
            <GiftLine line={line} />
            {esim && <LineEsim {...{ esim, isOnPhone }} number={index + 1} count={lines.length} />}
          </li>
        )
      })}
    </ul>
  )
}

function GiftLine({ line: { recipient: email, status, deliverOn } }: { line: PlacedLine }) {
  const { words } = useSite()
  if (email === null) return null
  const text =
    status === 'scheduled'
      ? words('payment.giftOn', { email, date: formatDate(deliverOn) })
      : words('payment.gift', { email })
  return <p>{text}</p>
}

type EsimProps = Pick<LineListProps, 'isOnPhone'> & {
  readonly esim: Esim
  readonly number: number
  readonly count: number
}

/** Shows the QR code and links of an eSIM, for this phone or another traveller's phone. */
function LineEsim({ esim, isOnPhone, number, count }: EsimProps) {
  const { locale, words, origin } = useSite()
  const page = href(locale, 'instruction', null, { hash: esim.hash })
  // Less redundancy than on an eSIM's page, so that ten codes fit into one page.
  const code = (
    <QrCode text={lpaString(esim)} label={words('payment.qrOf', { number, count })} ecc="L" />
  )
  return (
    <div className="line-esim">
      {!isOnPhone && code}
      <p className="actions">
        <a className="button small" href={page}>
          {words('account.instruction')}
        </a>
        <CopyButton value={origin + page} label={words('payment.copyLink')} />
      </p>
      {isOnPhone && (
        <details className="fold">
          <summary>{words('payment.qrForOther')}</summary>
          {code}
        </details>
      )}
      <GiveBackLink hash={esim.hash} until={esim.giveBackUntil} />
    </div>
  )
}

/**
 * Shows the facts of an order that the bank or support needs, and links to its receipt and to
 * support.
 */
export function OrderFacts({ invoice: order }: { invoice: Order }) {
  const { locale, words, brand } = useSite()
  const { invoiceID, createdAt, amount, status } = order
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
        {order.paidAt !== null && (
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
            <a href={correctionMail(brand.supportEmail, words, order)}>
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
function correctionMail(to: string, words: Words, { invoiceID, email, lines }: Order): string {
  const order = orderNumberOf(invoiceID)
  const addresses = new Set(lines.map(({ recipient }) => recipient ?? email))
  const subject = words('payment.correctionSubject', { order })
  const body = words('payment.correctionText', { order, email: [...addresses].join(', ') })
  // Line breaks in the body are CRLF (RFC 6068).
  const lineBreaks = body.replaceAll('\n', '\r\n')
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lineBreaks)}`
}

type OrderAgainProps = {
  readonly invoice: Order
  /** The text of the link to the order. */
  readonly label: string
  readonly className?: string
}

/** Links to the same order again if its plans are still on sale. The page shows similar plans. */
export function OrderAgain({ invoice: order, label, className = 'button' }: OrderAgainProps) {
  const { locale, words } = useSite()
  const { canOrderAgain, lines } = order
  const { hash = null } = topUpOf(order) ?? {}
  if (hash !== null)
    return (
      <a className={className} href={href(locale, 'topUp', null, { hash })}>
        {words('topUp.again')}
      </a>
    )
  return canOrderAgain ? (
    <a className={className} href={href(locale, 'order', null, orderParams(plansOf(lines)))}>
      {label}
    </a>
  ) : (
    <a className={className} href={href(locale, 'countries')}>
      {words('payment.choose')}
    </a>
  )
}

/**
 * Returns the same plans. The lines of an order for two people contain each plan twice. If every
 * plan has as many lines, their number is the number of people.
 */
function plansOf(lines: Order['lines']): OrderPlans {
  const all = lines.map(({ tariff: plan }) => plan.tariffID)
  const tariffIDs = [...new Set(all)]
  const people = all.length / tariffIDs.length
  const isEach = tariffIDs.every((id) => all.filter((each) => each === id).length === people)
  return isEach && people <= mostPeople(tariffIDs.length)
    ? { tariffIDs, people }
    : { tariffIDs: all, people: 1 }
}
