import type { ReactNode } from 'react'
import type { Esim } from '../operations.ts'
import { href } from '../../words/paths.shared.ts'
import { useSite } from '../../ui/site.tsx'
import { PhoneDrawing } from './install-steps.tsx'
import type { Phone } from './install-steps.tsx'
import { planPhrase } from '../../words/place-names.ts'
import { fairUseText } from '../../words/plan-words.ts'
import { CopyLine } from '../../ui/copy-line.tsx'
import { SupportHoursLine, SupportLink } from '../../ui/support-links.tsx'
import { titleOrder } from '../../words/formats.shared.ts'
import { coverageHref } from '../../plans/plan-facts.tsx'

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

type NoInternetProps = {
  readonly esim: Esim
  /** The systems whose settings are named. */
  readonly phones: readonly Phone[]
}

/**
 * Shows what to do for each symptom, with the networks and the APN of the plan. The page has all
 * answers, because it must help without a network.
 */
function NoInternet({ esim, phones }: NoInternetProps) {
  const { locale, words } = useSite()
  return (
    <>
      <p id="no-internet">{words('instruction.noInternet.ask')}</p>
      <div>
        <NoSignal esim={esim} phones={phones} />
        <NoData esim={esim} phones={phones} />
        <Slow esim={esim} phones={phones} />
        <OwnSIM phones={phones} />
        <NetworksByCountry esim={esim} />
      </div>
      <p className="links">
        <a href={`${href(locale, 'questions')}#using`}>{words('instruction.noInternetMore')}</a>
        <SupportLink about={{ iccid: esim.iccid }}>{words('layout.support')}</SupportLink>
      </p>
      <SupportHoursLine />
    </>
  )
}

function NoSignal({ esim, phones }: NoInternetProps) {
  const { words } = useSite()
  return (
    <Symptom title={words('instruction.noInternet.noSignal')}>
      <Step text={words('instruction.switches.line')} path="line" phones={phones} />
      <Step text={<WorksIn esim={esim} />} />
      <Step text={words('instruction.noInternet.flight')} />
      <NetworkStep networks={esim.networks} phones={phones} />
      <Step text={words('instruction.noInternet.restart')} />
    </Symptom>
  )
}

function WorksIn({ esim: { tariff: plan } }: Pick<NoInternetProps, 'esim'>): ReactNode {
  const { locale, words } = useSite()
  return plan.kind === 'multi'
    ? words('order.worksInSeveral')
    : words('order.worksIn', { place: planPhrase(locale, plan) })
}

function NoData({ esim, phones }: NoInternetProps) {
  const { words } = useSite()
  return (
    <Symptom title={words('instruction.noInternet.noData')}>
      <Step text={words('instruction.noInternet.data')} path="data" phones={phones} />
      <Step text={words('instruction.noInternet.roaming')} path="roaming" phones={phones} />
      {esim.apn === null ? (
        <Step text={words('instruction.noInternet.apnUnknown')} />
      ) : (
        <Step text={words('instruction.noInternet.apn')} path="apn" phones={phones}>
          <Apn value={esim.apn} />
        </Step>
      )}
      <Step text={words('instruction.noInternet.vpn')} />
      <Step text={words('instruction.noInternet.flight')} />
    </Symptom>
  )
}

function Apn({ value }: { value: string }) {
  const { words } = useSite()
  return (
    <dl className="codes">
      <CopyLine label={words('tariff.apn')} value={value} />
    </dl>
  )
}

function Slow({ esim: { tariff: plan, networks }, phones }: NoInternetProps) {
  const site = useSite()
  const { words } = site
  return (
    <Symptom title={words('instruction.noInternet.slow')}>
      {plan.trafficMb === null && <Step text={fairUseText(site, plan)} />}
      <NetworkStep networks={networks} phones={phones} />
      <Step text={words('instruction.noInternet.speed')} path="speed" phones={phones} />
    </Symptom>
  )
}

function OwnSIM({ phones }: Pick<NoInternetProps, 'phones'>) {
  const { words } = useSite()
  return (
    <Symptom title={words('instruction.noInternet.ownSIM')}>
      <Step text={words('instruction.noInternet.data')} path="data" phones={phones} />
      <Step text={words('instruction.noInternet.ownRoaming')} />
      <Step text={words('instruction.noInternet.switching')} path="switching" phones={phones} />
    </Symptom>
  )
}

type EsimNetworks = Esim['networks']
type NetworkStepProps = { readonly networks: EsimNetworks; readonly phones: readonly Phone[] }

/** Names the networks to choose. With several countries, refers to `NetworksByCountry`. */
function NetworkStep({ networks, phones }: NetworkStepProps) {
  const { words } = useSite()
  const [only] = networks
  const text =
    networks.length > 1
      ? words('instruction.noInternet.networkHere')
      : only && only.networks.length > 0
        ? words('instruction.noInternet.network', { networks: namesOf(only) })
        : words('instruction.noInternet.networkUnknown')
  return <Step text={text} path="network" phones={phones} />
}

/** The page has no bytes left for the networks of more countries. */
const mostListed = 60

/** Lists the networks of a plan for several countries, or links to them on the plan's page. */
function NetworksByCountry({ esim: { networks, tariff: plan } }: { readonly esim: Esim }) {
  const { locale, words } = useSite()
  const title = words('instruction.noInternet.networks')
  if (networks.length < 2) return null
  if (networks.length > mostListed)
    return (
      <p>
        <a href={coverageHref(locale, plan)}>{title}</a>
      </p>
    )
  const compare = titleOrder(locale)
  const sorted = networks.toSorted((a, b) => compare(a.countryTitle, b.countryTitle))
  return (
    <details className="fold">
      <summary>{title}</summary>
      <ul className="networks">
        {sorted.map((country) => (
          <li key={country.countryCode2Letters}>
            {country.countryTitle}: {namesOf(country)}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Without the generations, because the phone lists the names alone. */
function namesOf({ networks }: EsimNetworks[number]): string {
  return networks.map(({ title }) => title).join(', ')
}

/** Settings of a phone whose menus the page names. */
type PhoneSetting = 'line' | 'data' | 'roaming' | 'network' | 'apn' | 'speed' | 'switching' | 'lock'

/** A symptom that opens to the steps against it. Only one symptom of a page is open. */
export function Symptom({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="fold" name="symptom">
      <summary>{title}</summary>
      <ol className="numbered">{children}</ol>
    </details>
  )
}

type SymptomStepProps = {
  readonly text: ReactNode
  /** The setting to change, if there is one. */
  readonly path?: PhoneSetting
  readonly phones?: readonly Phone[]
  readonly children?: ReactNode
}

/** A step with the way to its setting on each system. */
export function Step({ text, path, phones = [], children }: SymptomStepProps) {
  const { words } = useSite()
  return (
    <li>
      {text}
      {path !== undefined &&
        phones.map((phone) => (
          <small key={phone}>
            {phones.length > 1 && `${words(`instruction.${phone}`)}: `}
            {words(`instruction.settings.${phone}.${path}`)}
          </small>
        ))}
      {children}
    </li>
  )
}
