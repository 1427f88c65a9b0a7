import type { EsimBalance } from '../contract/purchase.ts'
import { balanceText } from '../locale/tariff-words.ts'
import { Gauge } from './gauge.tsx'
import { useSite } from './site.tsx'

/** How much of an eSIM's data is used; an unlimited one has no part to show. */
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
