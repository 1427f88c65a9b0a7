import type { Esim } from '../../contract/esims.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'
import type { Phone } from './install-steps.tsx'
import { PhoneDrawing } from './phone-drawing.tsx'
import { SupportLink } from '../../ui/support-link.tsx'

const switches = ['line', 'data', 'roaming'] as const
const remedies = ['flight', 'network', 'ownSIM', 'restart'] as const

type Props = {
  readonly esim: Esim
  /** The systems whose settings are drawn. */
  readonly drawnFor: readonly Phone[]
}

/** Shows the settings to turn on after landing, the data left, and remedies without internet. */
export function AfterLanding({ esim, drawnFor }: Props) {
  const { locale, words } = useSite()
  const title = words('instruction.noInternetTitle')
  const isUsedUp = esim.status === 'finished'
  if (esim.step === 'connected')
    return (
      <section className="sheet stack">
        <p className="install">
          <a className="button tall" href={href(locale, 'operatorInfo', null, { hash: esim.hash })}>
            {words(isUsedUp ? 'instruction.more' : 'instruction.balance')}
          </a>
        </p>
        {!isUsedUp && (
          <details className="fold">
            <summary>{title}</summary>
            <Remedies esim={esim} />
          </details>
        )}
      </section>
    )
  return (
    <section className="sheet stack">
      {esim.step === 'installed' && <h2>{words('instruction.switchesTitle')}</h2>}
      <div className="switches">
        {drawnFor.map((phone) => (
          <PhoneDrawing key={phone} screen={words(`instruction.drawings.${phone}3`)} />
        ))}
        <ol className="numbered">
          {switches.map((each) => (
            <li key={each}>{words(`instruction.switches.${each}`)}</li>
          ))}
        </ol>
      </div>
      <h2>{title}</h2>
      <Remedies esim={esim} />
    </section>
  )
}

function Remedies({ esim }: { esim: Esim }) {
  const { locale, words } = useSite()
  return (
    <>
      <ol className="numbered">
        {remedies.map((each) => (
          <li key={each}>
            {words(`instruction.noInternet.${each}`, { operator: esim.operator.title })}
          </li>
        ))}
      </ol>
      <p className="links">
        <a href={`${href(locale, 'questions')}#using`}>{words('instruction.noInternetMore')}</a>
        <SupportLink about={{ iccid: esim.iccid }}>{words('layout.support')}</SupportLink>
      </p>
    </>
  )
}
