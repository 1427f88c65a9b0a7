import type { Referrer } from '../contract/referrer.ts'
import { formatMoney } from '../shared/locale/formats.ts'
import { useSite } from '../shared/ui/site.tsx'

type Month = Referrer['earnings'][number]

const [width, height, gap] = [720, 160, 8]

/** Rewards of twelve months as bars, and the same as a table. Months below zero (more taken back than earned) have no bar. */
export function EarningsChart({ earnings }: { earnings: readonly Month[] }) {
  const { locale, words } = useSite()
  const most = Math.max(...earnings.map(({ amount }) => amount.minor))
  if (earnings.every(({ amount }) => amount.minor === 0))
    return <p className="empty">{words('partner.noEarnings')}</p>
  const step = width / earnings.length
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${width} ${height + 24}`} aria-hidden="true">
        {earnings.map(({ month, amount }, index) => {
          const tall = most > 0 ? Math.max(0, (amount.minor / most) * height) : 0
          const x = index * step + gap / 2
          return (
            <g key={month}>
              <rect x={x} y={height - tall} width={step - gap} height={tall} rx="4" />
              <text x={x + (step - gap) / 2} y={height + 18} textAnchor="middle">
                {month.slice(5)}
              </text>
            </g>
          )
        })}
        <path d={`M0 ${height}H${width}`} />
      </svg>
      <details className="fold">
        <summary>{words('partner.asTable')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{words('partner.month')}</th>
              <th scope="col">{words('partner.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {earnings.map(({ month, amount }) => (
              <tr key={month}>
                <th scope="row">{`${month.slice(5)}.${month.slice(0, 4)}`}</th>
                <td>{formatMoney(locale, amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
