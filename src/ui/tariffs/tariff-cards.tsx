import type { Tariff } from '../../contract/tariffs.ts'
import { pricePerGigabyte } from '../../domain/fares.ts'
import { useSite } from '../site.tsx'
import { TariffCard } from './tariff-card.tsx'
import type { CardTitle } from './tariff-card.tsx'

export type CardsProps = {
  readonly tariffs: readonly Tariff[]
  readonly titled?: CardTitle
  readonly best?: number | null
}

export function TariffCards({ tariffs, titled = 'in-country', best = null }: CardsProps) {
  const [base] = useSite().currencies
  return (
    <ul className="passes">
      {tariffs.map((tariff) => (
        <TariffCard
          key={tariff.tariffID}
          tariff={tariff}
          isBest={tariff.inStock && best !== null && pricePerGigabyte(tariff, base) === best}
          titled={titled}
        />
      ))}
    </ul>
  )
}
