import type { ReactNode } from 'react'
import type { Esim } from '../operations.ts'
import { installLinks, lpaString } from '../../kit/activation-code.ts'
import { useSite } from '../../ui/site.tsx'
import {
  InstallScreens,
  InstalledButton,
  SomethingElse,
  systemOf,
  systems,
  type System,
} from './install-steps.tsx'
import { makes, makesFrom, type Make } from '../install-stops.ts'
import { systemBrowserHref } from '../../kit/visitor.ts'
import { CopyLine } from '../../ui/copy-line.tsx'
import { formatPhone } from '../../words/phone.ts'
import { QrCode } from '../../ui/qr-code.tsx'

type Props = {
  readonly esim: Esim
  /** Makes that the visitor's phone may have, the likeliest first. */
  readonly phones: readonly [Make, ...Make[]]
  /** False in an app's own browser, and in versions of iOS before 17.4. */
  readonly opensLinks: boolean
}

/** For a visitor on the phone. Shows the button, and the steps for this system. */
export function InstallOnPhone({ esim, phones: [make], opensLinks }: Props) {
  const { words } = useSite()
  const links = installLinks(esim)
  const system = systemOf(make)
  const link = opensLinks ? links?.[system] : undefined
  const [own, others] = [true, false].map((isOwn) =>
    makesFrom(make).filter((each) => (systemOf(each) === system) === isOwn),
  )
  const other = system === 'ios' ? 'android' : 'ios'
  return (
    <>
      <h2 className="unseen">{words('instruction.stepsTitle')}</h2>
      {link === undefined && <p className="soft">{words('instruction.byHandOnly')}</p>}
      <InstallScreens
        makes={own ?? []}
        esim={esim}
        isHere
        codes={{ ios: <EsimCodes esim={esim} />, android: <CodesInLine esim={esim} /> }}
        start={link !== undefined && <StartScreen esim={esim} make={make} link={link} />}
      />
      <details className="fold">
        <summary>{words('instruction.otherPhone')}</summary>
        <EsimQrCode esim={esim} />
        {links && <InstallLink system={other} href={links[other]} />}
        <InstallScreens makes={others ?? []} esim={esim} />
      </details>
      <CodesAgain esim={esim} />
    </>
  )
}

type StartScreenProps = { readonly esim: Esim; readonly make: Make; readonly link: string }

/** Installs in one tap. */
function StartScreen({ esim, make, link }: StartScreenProps) {
  const { words } = useSite()
  return (
    <section className="screen start" id="install">
      <InstallLink system={systemOf(make)} href={link} isMain />
      <div className="answers">
        <InstalledButton hash={esim.hash} />
        <SomethingElse make={make} step={0} iccid={esim.iccid} />
      </div>
      <p>
        <a href={`#${make}-1`}>{words('instruction.byHand')}</a>
      </p>
    </section>
  )
}

/**
 * For a visitor on a computer or an unknown device. Shows the QR code for the phone's camera, and
 * the codes and steps for each make.
 */
export function InstallElsewhere({ esim }: { esim: Esim }) {
  const { words } = useSite()
  const links = installLinks(esim)
  return (
    <>
      <section className="sheet document">
        <EsimQrCode esim={esim} />
        <div>
          <p className="soft">{words('instruction.qrHint')}</p>
          {links && (
            <div className="actions">
              {systems.map((system) => (
                <InstallLink key={system} system={system} href={links[system]} />
              ))}
            </div>
          )}
          <EsimCodes esim={esim}>
            <EsimLine esim={esim} />
          </EsimCodes>
          <EsimNumbers esim={esim} />
          <InstalledButton hash={esim.hash} />
        </div>
      </section>
      <section>
        <h2>{words('instruction.stepsTitle')}</h2>
        <InstallScreens makes={makes} esim={esim} />
      </section>
    </>
  )
}

type InstallLinkProps = {
  readonly system: System
  readonly href: string
  /**
   * Whether the link is for the visitor's own phone. It then opens the settings directly, without
   * the reminders.
   */
  readonly isMain?: boolean
}

function InstallLink({ system, href, isMain = false }: InstallLinkProps) {
  const { words } = useSite()
  const dialog = { 'data-dialog': 'mind', 'data-dialog-go': words('instruction.goOn') }
  const name = system === 'ios' ? 'IOS' : 'Android'
  return (
    <p className="install">
      <a className={isMain ? 'button tall' : 'button quiet'} href={href} {...(!isMain && dialog)}>
        {words(`instruction.install${name}`)}
      </a>
      <small>{words(`instruction.install${name}Hint`)}</small>
    </p>
  )
}

type InAppNoticeProps = {
  /** The app's name, or empty if it is unknown. */
  readonly app: string
  readonly phone: System
}

/** Shows a link to a real browser inside an app's browser, which cannot install an eSIM. */
export function InAppNotice({ app, phone }: InAppNoticeProps) {
  const { words, origin, path } = useSite()
  const url = origin + path
  return (
    <section className="notice" role="status">
      <p>
        {app === ''
          ? words('instruction.inApp.unnamed')
          : words('instruction.inApp.named', { app })}
      </p>
      <a className="button tall" href={systemBrowserHref(url, phone)}>
        {words(`instruction.inApp.${phone}`)}
      </a>
      <p className="soft">
        {words('instruction.inApp.byHand', { browser: phone === 'ios' ? 'Safari' : 'Chrome' })}
      </p>
      <dl className="codes">
        <CopyLine label={words('instruction.inApp.address')} value={url} />
      </dl>
    </section>
  )
}

/** Shows the codes for Android, which accepts them as one line. */
function CodesInLine({ esim }: { esim: Esim }) {
  return (
    <dl className="codes">
      <EsimLine esim={esim} />
      <ConfirmationCode esim={esim} />
    </dl>
  )
}

function EsimCodes({ esim, children }: { readonly esim: Esim; readonly children?: ReactNode }) {
  const { words } = useSite()
  return (
    <dl className="codes">
      <CopyLine label={words('instruction.smdp')} value={esim.smdpAddress} />
      <CopyLine label={words('instruction.code')} value={esim.matchingId} />
      <ConfirmationCode esim={esim} />
      {children}
    </dl>
  )
}

function ConfirmationCode({ esim: { confirmationCode } }: { esim: Esim }) {
  const { words } = useSite()
  if (!confirmationCode) return null
  return <CopyLine label={words('instruction.confirmation')} value={confirmationCode} />
}

function EsimLine({ esim }: { esim: Esim }) {
  const { words } = useSite()
  return <CopyLine label={words('instruction.lpa')} value={lpaString(esim)} />
}

/** Shows the numbers that support needs. */
export function EsimNumbers({ esim }: { esim: Esim }) {
  const { words } = useSite()
  return (
    <dl className="codes">
      <CopyLine label={words('instruction.iccid')} value={esim.iccid} />
      {esim.mobileNumber && (
        <CopyLine
          label={words('instruction.number')}
          value={esim.mobileNumber}
          shown={formatPhone(esim.mobileNumber)}
        />
      )}
    </dl>
  )
}

/**
 * Shows all codes, also of an installed eSIM for support. The steps with the QR code return when the
 * traveller undoes the last step. They need a network, as the installation does.
 */
export function CodesAgain({ esim }: { esim: Esim }) {
  const { words } = useSite()
  return (
    <details className="fold">
      <summary>{words('instruction.codesAgain')}</summary>
      {(esim.step === 'installed' || esim.step === 'landed') && (
        <p className="soft">{words('instruction.codesHint')}</p>
      )}
      <EsimCodes esim={esim}>
        <EsimLine esim={esim} />
      </EsimCodes>
      <EsimNumbers esim={esim} />
    </details>
  )
}

function EsimQrCode({ esim }: { esim: Esim }) {
  const { words } = useSite()
  return (
    <figure>
      <QrCode text={lpaString(esim)} label={words('instruction.qrLabel')} />
      <figcaption>{words('instruction.qrTitle')}</figcaption>
    </figure>
  )
}
