import type { Esim } from '../operations.ts'
import { installLinks, lpaString } from '../../kit/activation-code.ts'
import { useSite } from '../../ui/site.tsx'
import { StepsOnPhone, phones, InstallSteps } from './install-steps.tsx'
import type { Phone } from './install-steps.tsx'
import { SupportLink, SupportHoursLine } from '../../ui/support-links.tsx'
import { Step, Symptom } from './no-internet.tsx'
import { systemBrowserHref } from '../../kit/visitor.ts'
import { CopyLine } from '../../ui/copy-line.tsx'
import { formatPhone } from '../../words/phone.ts'
import { QrCode } from '../../ui/qr-code.tsx'

type Props = {
  readonly esim: Esim
  readonly phone: Phone
  /** False in an app's own browser, and in versions of iOS before 17.4. */
  readonly opensLinks: boolean
}

/** For a visitor on the phone. Shows the button, and the codes and steps for this system only. */
export function InstallOnPhone({ esim, phone, opensLinks }: Props) {
  const { words } = useSite()
  const links = installLinks(esim)
  const link = opensLinks ? links?.[phone] : undefined
  const [other = phone] = phones.filter((each) => each !== phone)
  return (
    <section className="sheet stack">
      {link && <InstallLink phone={phone} href={link} isMain />}
      <p className="soft">{words(link ? 'instruction.byHand' : 'instruction.byHandOnly')}</p>
      <EsimCodes esim={esim} phone={phone} />
      <h2>{words('instruction.stepsTitle')}</h2>
      <StepsOnPhone phone={phone} isHere />
      <CannotAdd esim={esim} phones={[phone]} />
      <details className="fold">
        <summary>{words('instruction.otherPhone')}</summary>
        <EsimQrCode esim={esim} />
        <h3>{words(`instruction.${other}`)}</h3>
        {links && <InstallLink phone={other} href={links[other]} />}
        {other === 'android' && (
          <dl className="codes">
            <EsimLine esim={esim} />
          </dl>
        )}
        <StepsOnPhone phone={other} />
      </details>
      <details className="fold">
        <summary>{words('instruction.numbers')}</summary>
        <EsimNumbers esim={esim} />
      </details>
    </section>
  )
}

/**
 * For a visitor on a computer or an unknown device. Shows the QR code for the phone's camera, and
 * the codes and steps for both systems.
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
              {phones.map((phone) => (
                <InstallLink key={phone} phone={phone} href={links[phone]} />
              ))}
            </div>
          )}
          <EsimCodes esim={esim} />
          <EsimNumbers esim={esim} />
        </div>
      </section>
      <InstallSteps />
      <CannotAdd esim={esim} phones={phones} />
    </>
  )
}

type InstallLinkProps = {
  readonly phone: Phone
  readonly href: string
  /**
   * Whether the link is for the visitor's own phone. It then opens the settings directly, without
   * the reminders.
   */
  readonly isMain?: boolean
}

function InstallLink({ phone, href, isMain = false }: InstallLinkProps) {
  const { words } = useSite()
  const dialog = { 'data-dialog': 'mind', 'data-dialog-go': words('instruction.goOn') }
  const system = phone === 'ios' ? 'IOS' : 'Android'
  return (
    <p className="install">
      <a className={isMain ? 'button tall' : 'button quiet'} href={href} {...(!isMain && dialog)}>
        {words(`instruction.install${system}`)}
      </a>
      <small>{words(`instruction.install${system}Hint`)}</small>
    </p>
  )
}

type CannotAddProps = { readonly esim: Esim; readonly phones: readonly Phone[] }

/** Shows what to do when a phone refuses to install the eSIM. */
function CannotAdd({ esim, phones }: CannotAddProps) {
  const { words } = useSite()
  return (
    <Symptom title={words('instruction.cannotAdd.title')}>
      <Step text={words('instruction.cannotAdd.listed')} />
      <Step text={words('instruction.cannotAdd.again')} />
      <Step text={words('instruction.cannotAdd.lock')} path="lock" phones={phones} />
      <Step
        text={
          <>
            {words('instruction.cannotAdd.stop')}{' '}
            <SupportLink about={{ iccid: esim.iccid }}>{words('payment.support')}</SupportLink>
          </>
        }
      >
        <SupportHoursLine />
      </Step>
    </Symptom>
  )
}

type InAppNoticeProps = {
  /** The app's name, or empty if it is unknown. */
  readonly app: string
  readonly phone: Phone
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

type EsimCodesProps = {
  readonly esim: Esim
  /** The phone that the codes are for. A computer omits it, and shows the codes for every phone. */
  readonly phone?: Phone
}

/** Shows the codes to enter by hand. Android accepts them as one line. */
function EsimCodes({ esim, phone }: EsimCodesProps) {
  const { words } = useSite()
  return (
    <dl className="codes">
      {phone === 'android' && <EsimLine esim={esim} />}
      <CopyLine label={words('instruction.smdp')} value={esim.smdpAddress} />
      <CopyLine label={words('instruction.code')} value={esim.matchingId} />
      {esim.confirmationCode && (
        <CopyLine label={words('instruction.confirmation')} value={esim.confirmationCode} />
      )}
      {phone === undefined && <EsimLine esim={esim} />}
    </dl>
  )
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
 * Shows the codes of an installed eSIM for support. The steps with the QR code return when the
 * traveller undoes the last step. They need a network, as the installation does.
 */
export function CodesAgain({ esim }: { esim: Esim }) {
  const { words } = useSite()
  return (
    <details className="fold">
      <summary>{words('instruction.codesAgain')}</summary>
      {esim.step !== 'connected' && <p className="soft">{words('instruction.codesHint')}</p>}
      <EsimCodes esim={esim} />
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
