import type { TariffDetails } from '../../contract/tariffs.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../site.tsx'

/** What the buyer has to check. Nobody else has: the squares are empty. */
export function TariffChecks({ tariff }: { tariff: TariffDetails }) {
  const { locale, words } = useSite()
  return (
    <div className="notice">
      <h2>{words('tariff.checkTitle')}</h2>
      <ul className="checks">
        <li>
          {words('tariff.checkPhone')}{' '}
          <a href={`${href(locale, 'questions')}#phone`}>{words('tariff.checkPhoneHow')}</a>
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
