import type { TariffDetails } from '../../contract/tariffs.ts'
import { orderParams } from '../../locale/order-params.ts'
import type { OrderPlans } from '../../locale/order-params.ts'
import { formatList } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { planPhrase } from '../../locale/place-phrase.ts'
import { RefundStamp } from '../refund-stamp.tsx'
import { useSite } from '../site.tsx'
import { coverageHref } from './coverage-href.ts'

type Props = {
  readonly tariffs: readonly TariffDetails[]
  readonly plans: OrderPlans
  /** The name of the phone that was checked and fits, or null. */
  readonly phone?: string | null
}

/** Lists the checks before buying. The check of the phone is ticked if the phone has passed. */
export function TariffChecks({ tariffs, plans, phone = null }: Props) {
  const { locale, words } = useSite()
  const again = href(locale, 'check', null, orderParams({ ...plans, phone: undefined }))
  return (
    <div className="notice">
      <h2>{words('tariff.checkTitle')}</h2>
      <ul className="checks">
        <li className={phone === null ? undefined : 'done'}>
          {phone === null ? words('tariff.checkPhone') : words('tariff.checkPhoneDone', { phone })}{' '}
          <a href={again}>
            {words(phone === null ? 'tariff.checkPhoneHow' : 'tariff.checkPhoneAgain')}
          </a>
        </li>
        <li>
          <PlaceCheck tariffs={tariffs} />
        </li>
        {requiresPassport(tariffs) && <li>{words('tariff.checkPassport')}</li>}
        <li>{words('tariff.checkInstall')}</li>
      </ul>
      <p className="soft">{words('tariff.checkReturn')}</p>
      <RefundStamp />
    </div>
  )
}

/** Whether an operator requires a passport before one of the plans starts. */
export function requiresPassport(tariffs: readonly TariffDetails[]): boolean {
  return tariffs.some(({ kyc }) => kyc === true)
}

function PlaceCheck({ tariffs }: Pick<Props, 'tariffs'>) {
  const { locale, words } = useSite()
  const several = tariffs.find(({ kind }) => kind === 'multi')
  if (several)
    return (
      <>
        {words('tariff.checkCountries')}{' '}
        <a href={coverageHref(locale, several)}>{words('tariff.coverageTitle')}</a>
      </>
    )
  const places = [...new Set(tariffs.map((tariff) => planPhrase(locale, tariff)))]
  const [place = ''] = places
  return places.length === 1
    ? words('tariff.checkCountry', { place })
    : words('tariff.checkPlaces', { places: formatList(locale, places) })
}
