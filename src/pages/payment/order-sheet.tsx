import type { Invoice } from '../../contract/purchase.ts'
import { formatMoney } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { tariffName } from '../../locale/tariff-words.ts'
import { useSite } from '../../ui/site.tsx'
import { TariffSummary } from '../../ui/tariffs/tariff-summary.tsx'

/** What was ordered, and money that went back or was charged by mistake. */
export function OrderSheet({ invoice }: { invoice: Invoice }) {
  return (
    <>
      <MoneyNotes invoice={invoice} />
      {invoice.lines.length === 1 ? (
        <TariffSummary tariff={invoice.tariff} amount={invoice.amount} />
      ) : (
        <LineList invoice={invoice} />
      )}
    </>
  )
}

function MoneyNotes({ invoice: { status, refunded, overcharged } }: { invoice: Invoice }) {
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

function LineList({ invoice }: { invoice: Invoice }) {
  const site = useSite()
  const { locale, words } = site
  return (
    <ul className="esims">
      {invoice.lines.map((line, index) => (
        <li key={index} className="sheet">
          <h2>{tariffName(site, line.tariff)}</h2>
          <p className="soft">
            {formatMoney(locale, line.amount)} · {words(`payment.lines.${line.status}`)}
          </p>
          {line.hash !== null && line.status === 'issued' && (
            <p className="actions">
              <a
                className="button small"
                href={href(locale, 'instruction', null, { hash: line.hash })}
              >
                {words('account.instruction')}
              </a>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
