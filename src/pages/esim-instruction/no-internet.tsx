import type { ReactNode } from 'react'
import type { Esim } from '../../contract/esims.ts'
import { href } from '../../locale/paths.ts'
import { planPhrase } from '../../locale/place-phrase.ts'
import { fairUseText } from '../../locale/tariff-words.ts'
import { CopyLine } from '../../ui/copy-line.tsx'
import { useSite } from '../../ui/site.tsx'
import { SupportHoursLine } from '../../ui/support-times.tsx'
import { SupportLink } from '../../ui/support-link.tsx'
import type { Phone } from './install-steps.tsx'
import { NetworksByCountry, NetworkStep } from './network-step.tsx'
import { Symptom, Step } from './symptom.tsx'

type Props = {
  readonly esim: Esim
  /** The systems whose settings are named. */
  readonly phones: readonly Phone[]
}

/**
 * Shows what to do for each symptom, with the networks and the APN of the plan. The page has all
 * answers, because it must help without a network.
 */
export function NoInternet({ esim, phones }: Props) {
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

function NoSignal({ esim, phones }: Props) {
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

function WorksIn({ esim: { tariff } }: Pick<Props, 'esim'>): ReactNode {
  const { locale, words } = useSite()
  return tariff.kind === 'multi'
    ? words('order.worksInSeveral')
    : words('order.worksIn', { place: planPhrase(locale, tariff) })
}

function NoData({ esim, phones }: Props) {
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

export function Apn({ value }: { value: string }) {
  const { words } = useSite()
  return (
    <dl className="codes">
      <CopyLine label={words('tariff.apn')} value={value} />
    </dl>
  )
}

function Slow({ esim: { tariff, networks }, phones }: Props) {
  const site = useSite()
  const { words } = site
  return (
    <Symptom title={words('instruction.noInternet.slow')}>
      {tariff.trafficMb === null && <Step text={fairUseText(site, tariff.fairUse)} />}
      <NetworkStep networks={networks} phones={phones} />
      <Step text={words('instruction.noInternet.speed')} path="speed" phones={phones} />
    </Symptom>
  )
}

function OwnSIM({ phones }: Pick<Props, 'phones'>) {
  const { words } = useSite()
  return (
    <Symptom title={words('instruction.noInternet.ownSIM')}>
      <Step text={words('instruction.noInternet.data')} path="data" phones={phones} />
      <Step text={words('instruction.noInternet.ownRoaming')} />
      <Step text={words('instruction.noInternet.switching')} path="switching" phones={phones} />
    </Symptom>
  )
}
