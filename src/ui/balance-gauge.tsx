import type { EsimBalance } from '../contract/purchase.ts'
import { balanceText } from '../locale/tariff-words.ts'
import { Gauge } from './gauge.tsx'
import { useSite } from './site.tsx'

/** Data used of an eSIM. An unlimited one has no limit to measure by and shows ∞. */
export function BalanceGauge({ balance }: { balance: EsimBalance['balance'] }) {
  const site = useSite()
  const { dataUsedMb, dataLimitMb } = balance
  if (dataLimitMb === null)
    return (
      <span className="gauge endless" aria-hidden="true">
        ∞
      </span>
    )
  return (
    <Gauge
      label={site.words('balance.gaugeLabel')}
      text={balanceText(site, balance)}
      used={dataUsedMb}
      limit={dataLimitMb}
    />
  )
}
