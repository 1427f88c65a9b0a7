import type { Esim } from '../../contract/esims.ts'
import type { InvoiceLine } from '../../contract/invoices.ts'
import { lpaString } from '../../domain/activation-code.ts'
import { formatDate, formatMoney } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { tariffName } from '../../locale/tariff-words.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { useSite } from '../../ui/site.tsx'

type Props = {
  readonly lines: readonly InvoiceLine[]
  readonly isFrozen: boolean
  readonly esims: readonly Esim[]
  /** Whether the visitor is on a phone, which cannot scan its own screen. */
  readonly isOnPhone: boolean
}

/** Shows each plan of an order with its state. Issued plans have QR codes and links. */
export function LineList({ lines, isFrozen, esims, isOnPhone }: Props) {
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
            <h2>{tariffName(site, line.tariff)}</h2>
            <p>
              <span className={`status ${state}`}>{words(`payment.lines.${state}`)}</span>{' '}
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

function GiftLine({ line: { recipient: email, status, deliverOn } }: { line: InvoiceLine }) {
  const { words } = useSite()
  if (email === null) return null
  const text =
    status === 'scheduled'
      ? words('payment.giftOn', { email, date: formatDate(deliverOn) })
      : words('payment.gift', { email })
  return <p>{text}</p>
}

type EsimProps = Pick<Props, 'isOnPhone'> & {
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
        <button
          className="button quiet small"
          type="button"
          data-copy={origin + page}
          data-copied={words('instruction.copied')}
          aria-live="polite"
          hidden
        >
          {words('payment.copyLink')}
        </button>
      </p>
      {isOnPhone && (
        <details className="fold">
          <summary>{words('payment.qrForOther')}</summary>
          {code}
        </details>
      )}
    </div>
  )
}
