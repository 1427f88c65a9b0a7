import type { ApiError } from '../../api/api-result.ts'
import type { Esim } from '../../contract/esims.ts'
import type { Device } from '../../domain/device.ts'
import { opensPage } from '../../domain/opens-page.ts'
import { tariffName } from '../../locale/tariff-words.ts'
import { Masthead } from '../../ui/layout/masthead.tsx'
import { OperatorContacts } from '../../ui/operator-contacts.tsx'
import { OfflineCopyNotice } from '../../ui/offline-copy-notice.tsx'
import { useSite } from '../../ui/site.tsx'
import { DepartureReminder } from './departure-reminder.tsx'
import { AfterLanding } from './after-landing.tsx'
import { InAppNotice } from './in-app-notice.tsx'
import { phones } from './install-steps.tsx'
import { Ladder, LadderForm } from './ladder.tsx'
import { AppInvitation } from './app-invitation.tsx'
import { CodesAgain } from './esim-codes.tsx'
import { EsimActions } from './esim-actions.tsx'
import { InstallElsewhere } from './install-elsewhere.tsx'
import { InstallOnPhone } from './install-on-phone.tsx'
import { Reminders } from './reminders.tsx'

type Props = {
  readonly esim: Esim
  readonly mail: 'sent' | 'failed' | null
  readonly hasTickFailed: boolean
  readonly now: Date
  /** The date of departure that was refused, and the reason. */
  readonly refusedDate: { readonly departure: string; readonly error: ApiError } | null
  readonly device: Device
  /** Whether links on this phone can install an eSIM. */
  readonly opensLinks: boolean
  /** The app whose browser shows the page, or null in a real browser. */
  readonly app: string | null
}

export function Instruction({ esim, device, opensLinks, app, ...forms }: Props) {
  const { words } = useSite()
  const { mail, hasTickFailed, now, refusedDate } = forms
  const phone = phones.find((each) => each === device)
  const isInstalled = esim.step !== 'bought'
  return (
    <>
      {app !== null && phone && !isInstalled && <InAppNotice app={app} phone={phone} />}
      <Notices mail={mail} hasTickFailed={hasTickFailed} />
      {isInstalled && <AfterLanding esim={esim} drawnFor={phone ? [phone] : phones} />}
      {!isInstalled && phone && (
        <InstallOnPhone esim={esim} phone={phone} opensLinks={opensLinks && app === null} />
      )}
      {!isInstalled && !phone && <InstallElsewhere esim={esim} />}
      <LadderForm esim={esim} />
      <DepartureReminder esim={esim} now={now} refused={refusedDate} />
      {isInstalled && <CodesAgain esim={esim} />}
      <Reminders esim={esim} />
      <EsimActions esim={esim} />
      <section>
        <h2>{words('balance.contactsTitle', { operator: esim.operator.title })}</h2>
        <OperatorContacts operator={esim.operator} />
      </section>
      <AppInvitation />
    </>
  )
}

type MastheadProps = {
  readonly esim: Esim
  /** The name of the phone that was checked before the order and fits, or null. */
  readonly checked: string | null
}

export function InstructionOpening({ esim, checked }: MastheadProps) {
  const site = useSite()
  const { words } = site
  const { tariff, step, status, isSample } = esim
  const state = status === 'finished' ? 'finished' : step
  return (
    <>
      <OfflineCopyNotice />
      <Masthead
        eyebrow={tariffName(site, tariff)}
        heading={words(`instruction.headings.${state}`, { place: tariff.placeTitle })}
        lead={state === 'bought' ? words('instruction.lead') : words(`instruction.leads.${state}`)}
      >
        {checked !== null && step === 'bought' && (
          <p className="fits">{words('tariff.checkPhoneDone', { phone: checked })}</p>
        )}
        {isSample && <p className="stamp">{words('instruction.sample')}</p>}
        <Ladder esim={esim} />
      </Masthead>
    </>
  )
}

function Notices({ mail, hasTickFailed }: Pick<Props, 'mail' | 'hasTickFailed'>) {
  const { words } = useSite()
  return (
    <>
      {hasTickFailed && (
        <p className="notice" role="alert" {...opensPage}>
          {words('instruction.tickFailed')}
        </p>
      )}
      {mail && (
        <p className="notice" role="status" {...opensPage}>
          {words(mail === 'sent' ? 'instruction.resent' : 'instruction.resendFailed')}
        </p>
      )}
    </>
  )
}
