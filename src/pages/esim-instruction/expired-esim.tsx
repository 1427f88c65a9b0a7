import type { Esim } from '../../contract/esims.ts'
import { formatDate } from '../../locale/formats.ts'
import { ContentStyles } from '../../http/page/content-styles.tsx'
import { href } from '../../locale/paths.ts'
import { tariffName } from '../../locale/tariff-words.ts'
import { useSite } from '../../ui/site.tsx'
import { EsimNumbers } from './esim-codes.tsx'
import { SupportLink } from '../../ui/support-link.tsx'

/** Replaces the installation when the days of an eSIM have passed. */
export function ExpiredEsim({ esim }: { esim: Esim }) {
  const site = useSite()
  const { locale, words } = site
  const { hash, iccid, tariff, step, activateBy } = esim
  const wasUsed = step === 'connected'
  return (
    <section className="result">
      <p className="eyebrow">{tariffName(site, tariff)}</p>
      <h1>{words(wasUsed ? 'instruction.expiredTitle' : 'instruction.unusedTitle')}</h1>
      <p className="lead">
        {wasUsed
          ? words('instruction.expiredText')
          : words('balance.neverConnected', { date: formatDate(activateBy) })}
      </p>
      <p className="actions">
        <a className="button" href={href(locale, 'countries')}>
          {words('payment.choose')}
        </a>
        {wasUsed && (
          <a className="button quiet" href={href(locale, 'operatorInfo', null, { hash })}>
            {words('instruction.balance')}
          </a>
        )}
        <SupportLink className="button quiet" about={{ iccid }}>
          {words('payment.support')}
        </SupportLink>
      </p>
      <ContentStyles styles="expiredEsim" />
      <EsimNumbers esim={esim} />
    </section>
  )
}
