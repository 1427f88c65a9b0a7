import type { EsimBalance } from '../../contract/esims.ts'
import { dataAmount } from '../../locale/formats.ts'
import { leftText } from '../../locale/tariff-words.ts'
import { Gauge } from '../../ui/gauge.tsx'
import { useSite } from '../../ui/site.tsx'

/** Shows the data left of an eSIM, or ∞ for an unlimited plan. */
export function BalanceGauge({ balance }: { balance: EsimBalance['balance'] }) {
  const site = useSite()
  const { locale, words } = site
  const { dataUsedMb, dataLimitMb } = balance
  if (dataLimitMb === null)
    return (
      <span className="gauge endless" aria-hidden="true">
        ∞
      </span>
    )
  const left = Math.max(0, dataLimitMb - dataUsedMb)
  const [amount, unit] = dataAmount(locale, left)
  return (
    <Gauge
      label={words('balance.gaugeLabel')}
      text={leftText(site, balance) ?? ''}
      shown={[amount, words(`units.${unit}`)]}
      left={left}
      limit={dataLimitMb}
    />
  )
}
