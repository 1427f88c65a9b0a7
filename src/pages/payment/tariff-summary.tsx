import type { ReactNode } from 'react'
import type { Money } from '../../domain/money.ts'
import type { Tariff } from '../../contract/tariffs.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Flag } from '../../ui/flag.tsx'
import { useSite } from '../../ui/site.tsx'
import { formatMoney } from '../../locale/formats.ts'
import { shownPrice, sizeText } from '../../locale/tariff-words.ts'

type Props = {
  readonly tariff: Tariff
  readonly amount?: Money
  /** Facts below the price. */
  readonly children?: ReactNode
}

export function TariffSummary({ tariff, amount, children }: Props) {
  const site = useSite()
  const { locale, words } = site
  return (
    <div className="sheet">
      <Facts>
        <Fact label={words('tariffCard.covers')}>
          <span className="with-flag">
            {tariff.kind !== 'multi' && <Flag country={tariff.countryCodes[0] ?? ''} isEager />}
            {tariff.placeTitle}
          </span>
        </Fact>
        <Fact label={words('tariff.data')}>{sizeText(site, tariff)}</Fact>
        <Fact label={words('tariffCard.valid')}>
          {words('units.days', { count: tariff.validityDays })}
        </Fact>
        <Fact label={words('tariffCard.network')}>{tariff.operator.title}</Fact>
        <Fact label={words('tariff.price')}>
          {formatMoney(locale, amount ?? shownPrice(site, tariff.prices))}
        </Fact>
        {children}
      </Facts>
    </div>
  )
}
