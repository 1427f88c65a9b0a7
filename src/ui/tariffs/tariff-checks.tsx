import type { TariffDetails } from '../../contract/tariffs.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../site.tsx'

type Props = {
  readonly tariff: TariffDetails
  /** The phone that was checked and fits, by name; null: none. */
  readonly phone?: string | null
}

/** What the buyer has to check. The square of the phone is ticked when the check said it fits. */
export function TariffChecks({ tariff, phone = null }: Props) {
  const { locale, words } = useSite()
  return (
    <div className="notice">
      <h2>{words('tariff.checkTitle')}</h2>
      <ul className="checks">
        <li className={phone === null ? undefined : 'done'}>
          {phone === null ? words('tariff.checkPhone') : words('tariff.checkPhoneDone', { phone })}{' '}
          <a href={href(locale, 'check', null, { tariffID: tariff.tariffID })}>
            {words(phone === null ? 'tariff.checkPhoneHow' : 'tariff.checkPhoneAgain')}
          </a>
        </li>
        <li>
          {tariff.kind === 'multi'
            ? words('tariff.checkCountries')
            : words('tariff.checkCountry', { place: tariff.placeTitle })}
        </li>
        <li>{words('tariff.checkInstall')}</li>
      </ul>
      <p className="soft">{words('tariff.checkReturn')}</p>
    </div>
  )
}
