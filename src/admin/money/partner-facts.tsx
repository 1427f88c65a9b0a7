import type { MonthPartners } from '../../backend/reports/month-partners.ts'
import { formatMoney } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminWords } from '../admin-words.ts'

type Props = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly partners: MonthPartners
}

const sums = ['rewards', 'reversals', 'corrections', 'paid', 'owed'] as const

export function PartnerFacts({ words, locale, partners }: Props) {
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
