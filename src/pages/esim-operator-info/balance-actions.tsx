import type { EsimBalance } from '../../contract/esims.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'

/** Below this share of the data, the page offers more. */
const lowShare = 0.2

/** One button by state, and the codes as long as they are of use. */
export function BalanceActions({ esim }: { esim: EsimBalance }) {
  const { locale, words } = useSite()
  const { hash, tariff, balance } = esim
  const { status } = balance
  const instruction = href(locale, 'instruction', null, { hash })
  if (status === 'expired' || status === 'refunded')
    return (
      <p className="actions">
        <a className="button" href={href(locale, 'countries')}>
          {words('balance.nextTrip')}
        </a>
      </p>
    )
  if (status === 'ready')
    return (
      <p className="actions">
        <a className="button" href={instruction}>
          {words('balance.install')}
        </a>
      </p>
    )
  return (
    <p className="actions">
      {isLow(balance) && (
        <a className="button" href={href(locale, 'order', null, { tariffID: tariff.tariffID })}>
          {words('balance.again')}
        </a>
      )}
      <a className="button quiet" href={instruction}>
        {words('balance.instruction')}
      </a>
    </p>
  )
}

function isLow({ status, dataUsedMb, dataLimitMb }: EsimBalance['balance']): boolean {
  if (status === 'finished') return true
  return dataLimitMb !== null && dataLimitMb - dataUsedMb < dataLimitMb * lowShare
}
