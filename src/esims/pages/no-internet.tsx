import type { ReactNode } from 'react'
import type { Esim } from '../operations.ts'
import { href } from '../../words/paths.shared.ts'
import { useSite } from '../../ui/site.tsx'
import { PhoneDrawing, Step, Symptom } from './phone-settings.tsx'
import { MakeChoice, screenID } from './install-steps.tsx'
import { lastStep, makesFrom, type Cause, type Make } from '../install-stops.ts'
import { planPhrase } from '../../words/place-names.ts'
import { fairUseText } from '../../words/plan-words.ts'
import { CopyLine } from '../../ui/copy-line.tsx'
import { SupportHoursLine, SupportLink } from '../../ui/support-links.tsx'
import { titleOrder } from '../../words/formats.shared.ts'
import { coverageHref } from '../../plans/plan-checks.tsx'

const switches = ['line', 'data', 'roaming'] as const

type Props = {
  readonly esim: Esim
  /** Makes that the visitor's phone may have, the likeliest first. */
  readonly phones: readonly [Make, ...Make[]]
}

/** Shows the settings to turn on after landing, the data left, and what to do without internet. */
export function AfterLanding(props: Props) {
  return props.esim.step === 'connected' ? <Connected {...props} /> : <TurnOn {...props} />
}

function Connected({ esim, phones }: Props) {
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
          <NoInternet esim={esim} phones={phones} />
        </details>
      )}
    </section>
  )
}

function TurnOn({ esim, phones }: Props) {
  const { words } = useSite()
  return (
    <section className="sheet stack">
      {esim.step === 'installed' && <h2>{words('instruction.switchesTitle')}</h2>}
      <div className="talk">
        {makesFrom(phones[0]).map((make, _, all) => (
          <Switches key={make} make={make} all={all} />
        ))}
      </div>
      {esim.apn !== null && (
        <>
          <p className="soft">{words('instruction.apnAtOnce')}</p>
          <Apn value={esim.apn} />
        </>
      )}
      <h2>{words('instruction.noInternetTitle')}</h2>
      <NoInternet esim={esim} phones={phones} />
    </section>
  )
}

type SwitchesProps = { readonly make: Make; readonly all: readonly Make[] }

/** The last step of the installation, on the phone of one make. */
function Switches({ make, all }: SwitchesProps) {
  const { words } = useSite()
  return (
    <div id={screenID(make, lastStep)} className="screen">
      <MakeChoice makes={all} chosen={make} step={lastStep} />
      <PhoneDrawing screen={words(`instruction.drawings.${make}${lastStep}`)} />
      <ol className="numbered">
        {switches.map((each) => (
          <Step
            key={each}
            text={words(`instruction.switches.${each}`)}
            path={each}
            phones={[make]}
          />
        ))}
      </ol>
    </div>
  )
}

type NoInternetProps = {
  readonly esim: Esim
  /** The makes whose settings are named. */
  readonly phones: readonly Make[]
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
        <OwnSIM esim={esim} phones={phones} />
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
      <StillStuck esim={esim} phones={phones} cause="noSignal" />
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
      <StillStuck esim={esim} phones={phones} cause="noData" />
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

function Slow({ esim, phones }: NoInternetProps) {
  const { tariff: plan, networks } = esim
  const site = useSite()
  const { words } = site
  return (
    <Symptom title={words('instruction.noInternet.slow')}>
      {plan.trafficMb === null && <Step text={fairUseText(site, plan)} />}
      <NetworkStep networks={networks} phones={phones} />
      <Step text={words('instruction.noInternet.speed')} path="speed" phones={phones} />
      <StillStuck esim={esim} phones={phones} cause="slow" />
    </Symptom>
  )
}

function OwnSIM({ esim, phones }: NoInternetProps) {
  const { words } = useSite()
  return (
    <Symptom title={words('instruction.noInternet.ownSIM')}>
      <Step text={words('instruction.noInternet.data')} path="data" phones={phones} />
      <Step text={words('instruction.noInternet.ownRoaming')} />
      <Step text={words('instruction.noInternet.switching')} path="switching" phones={phones} />
      <StillStuck esim={esim} phones={phones} cause="ownSIM" />
    </Symptom>
  )
}

/** A message to support that says what the phone showed and what the traveller tried. */
function StillStuck({
  esim: { iccid },
  phones,
  cause,
}: NoInternetProps & { readonly cause: Cause }) {
  const { words } = useSite()
  const [make = 'phone'] = phones.length === 1 ? phones : []
  return (
    <Step text={words('instruction.noInternet.stuck')}>
      <SupportLink className="row-link" about={{ iccid, stop: `${make}-${lastStep}-${cause}` }}>
        {words('instruction.stopLink')}
      </SupportLink>
    </Step>
  )
}

type EsimNetworks = Esim['networks']
type NetworkStepProps = { readonly networks: EsimNetworks; readonly phones: readonly Make[] }

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
