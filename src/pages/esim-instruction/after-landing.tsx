import type { Esim } from '../../contract/esims.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'
import type { Phone } from './install-steps.tsx'
import { PhoneDrawing } from './phone-drawing.tsx'

const switches = ['line', 'data', 'roaming'] as const
const remedies = ['flight', 'network', 'ownSIM', 'restart'] as const

type Props = {
  readonly esim: Esim
  /** The systems whose settings are drawn. */
  readonly drawnFor: readonly Phone[]
}

/** Settings to turn on after landing, and remedies when there is no internet. */
export function AfterLanding({ esim, drawnFor }: Props) {
  const { locale, words } = useSite()
  const isWorking = esim.step === 'connected'
  return (
    <section className="sheet stack">
      {!isWorking && (
        <>
          <h2>{words('instruction.switchesTitle')}</h2>
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
        </>
      )}
      <h2>{words('instruction.noInternetTitle')}</h2>
      <ol className="numbered">
        {remedies.map((each) => (
          <li key={each}>
            {words(`instruction.noInternet.${each}`, { operator: esim.operator.title })}
          </li>
        ))}
      </ol>
      <p>
        <a href={`${href(locale, 'questions')}#using`}>{words('instruction.noInternetMore')}</a>
        {' · '}
        <a href={`${href(locale, 'contacts')}#support`} data-dialog="support">
          {words('layout.support')}
        </a>
      </p>
    </section>
  )
}
