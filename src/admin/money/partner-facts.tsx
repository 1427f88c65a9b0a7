import type { MonthPartners } from '../../office/month-statement.ts'
import { formatMoney } from '../../words/formats.shared.ts'
import { useOffice } from '../office.tsx'

type Props = {
  readonly partners: MonthPartners
}

const sums = ['rewards', 'reversals', 'corrections', 'paid', 'owed'] as const

export function PartnerFacts({ partners }: Props) {
  const { locale, words } = useOffice()
  return (
    <section className="panel" aria-labelledby="partners">
      <h2 id="partners">{words('sections.partners')}</h2>
      <dl className="facts">
        {sums.map((name) => (
          <div key={name}>
            <dt>{words(`money.${name}`)}</dt>
            <dd>
              <b>{formatMoney(locale, partners[name])}</b>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
