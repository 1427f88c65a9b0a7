import type { Esim } from '../../contract/esims.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'
import type { Phone } from './install-steps.tsx'
import { PhoneDrawing } from './phone-drawing.tsx'
import { Apn, NoInternet } from './no-internet.tsx'

const switches = ['line', 'data', 'roaming'] as const

type Props = {
  readonly esim: Esim
  /** The systems whose settings are drawn. */
  readonly drawnFor: readonly Phone[]
}

/** Shows the settings to turn on after landing, the data left, and what to do without internet. */
export function AfterLanding(props: Props) {
  return props.esim.step === 'connected' ? <Connected {...props} /> : <TurnOn {...props} />
}

function Connected({ esim, drawnFor }: Props) {
  const { locale, words } = useSite()
  const { hash, canTopUp } = esim
  const isUsedUp = esim.status === 'finished'
  const next = isUsedUp && canTopUp ? 'topUp' : 'operatorInfo'
  return (
    <section className="sheet stack">
      <p className="install">
        <a className="button tall" href={href(locale, next, null, { hash })}>
          {words(isUsedUp ? 'instruction.more' : 'instruction.balance')}
        </a>
      </p>
      {!isUsedUp && (
        <details className="fold">
          <summary>{words('instruction.noInternetTitle')}</summary>
          <NoInternet esim={esim} phones={drawnFor} />
        </details>
      )}
    </section>
  )
}

function TurnOn({ esim, drawnFor }: Props) {
  const { words } = useSite()
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
      {esim.apn !== null && (
        <>
          <p className="soft">{words('instruction.apnAtOnce')}</p>
          <Apn value={esim.apn} />
        </>
      )}
      <h2>{words('instruction.noInternetTitle')}</h2>
      <NoInternet esim={esim} phones={drawnFor} />
    </section>
  )
}
