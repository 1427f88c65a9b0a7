import type { TariffDetails } from '../../../../../contract/tariffs.ts'
import { useSite } from '../../../../../ui/site.tsx'

export function TariffChecks({ tariff }: { tariff: TariffDetails }) {
  const { words } = useSite()
  return (
    <div className="notice">
      <h2>{words('tariff.checkTitle')}</h2>
      <ul className="checks">
        <li>{words('tariff.checkPhone')}</li>
        <li>
          {tariff.kind === 'multi'
            ? words('tariff.checkCountries')
            : words('tariff.checkCountry', { place: tariff.placeTitle })}
        </li>
        <li>{words('tariff.checkInstall')}</li>
        <li>{words('tariff.checkReturn')}</li>
      </ul>
    </div>
  )
}
