import type { ApiError } from '../../site/api/api-result.ts'
import type { Esim } from '../operations.ts'
import type { Device } from '../../kit/visitor.ts'
import { opensPage } from '../../ui/form-markers.shared.ts'
import { Notice } from '../../ui/lists.tsx'
import type { Make } from '../install-stops.ts'
import { planName, allTermTexts } from '../../words/plan-words.ts'
import { Masthead } from '../../ui/masthead.tsx'
import { OperatorContacts, OfflineCopyNotice } from '../esim-status.tsx'
import { useSite } from '../../ui/site.tsx'
import { AfterLanding } from './no-internet.tsx'
import { InAppNotice, InstallElsewhere, InstallOnPhone, CodesAgain } from './install.tsx'
import { systems, Ladder, LadderForm, hasLanded } from './install-steps.tsx'
import { formatDate } from '../../words/formats.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { SupportLink } from '../../ui/support-links.tsx'
import { departureDates, reminderBefore } from '../esim-dates.ts'
import { messagesFor } from '../../ui/form-errors.shared.ts'
import { FocusedField, TextField } from '../../ui/fields.shared.tsx'

type Props = {
  readonly esim: Esim
  readonly mail: 'sent' | 'failed' | null
  readonly hasTickFailed: boolean
  readonly now: Date
  /** The date of departure that was refused, and the reason. */
  readonly refusedDate: { readonly departure: string; readonly error: ApiError } | null
  readonly device: Device
  /** Makes that the visitor's phone may have, the likeliest first. */
  readonly phones: readonly [Make, ...Make[]]
  /** Whether links on this phone can install an eSIM. */
  readonly opensLinks: boolean
  /** The app whose browser shows the page, or null in a real browser. */
  readonly app: string | null
}

export function Instruction({ esim, device, phones, opensLinks, app, ...forms }: Props) {
  const { words } = useSite()
  const { mail, hasTickFailed, now, refusedDate } = forms
  const phone = systems.find((each) => each === device)
  const isInstalled = esim.step !== 'bought'
  return (
    <>
      {app !== null && phone && !isInstalled && <InAppNotice app={app} phone={phone} />}
      <Notices mail={mail} hasTickFailed={hasTickFailed} />
      {isInstalled && <AfterLanding esim={esim} phones={phones} />}
      {!isInstalled && phone && (
        <InstallOnPhone esim={esim} phones={phones} opensLinks={opensLinks && app === null} />
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
  const { tariff: plan, step, status, isSample } = esim
  const state = status === 'finished' ? 'finished' : step
  return (
    <>
      <OfflineCopyNotice />
      <Masthead
        eyebrow={planName(site, plan)}
        heading={words(`instruction.headings.${state}`, { place: plan.placeTitle })}
        lead={words(leadOf(state, plan))}
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

function leadOf(state: 'finished' | Esim['step'], { starts }: Esim['tariff']) {
  if (state !== 'bought') return `instruction.leads.${state}` as const
  return starts === 'installation' ? 'instruction.leadInstall' : 'instruction.lead'
}

function Notices({ mail, hasTickFailed }: Pick<Props, 'mail' | 'hasTickFailed'>) {
  const { words } = useSite()
  return (
    <>
      {hasTickFailed && <Notice role="alert" opensPage text={words('instruction.tickFailed')} />}
      {mail && (
        <Notice
          role="status"
          opensPage
          text={words(mail === 'sent' ? 'instruction.resent' : 'instruction.resendFailed')}
        />
      )}
    </>
  )
}

/** Shows more actions for the eSIM: its balance, its copies, and the date in a calendar. */
function EsimActions({ esim }: { esim: Esim }) {
  const { locale, words } = useSite()
  const { hash, iccid } = esim
  return (
    <form method="post" action={href(locale, 'instruction', null, { hash })}>
      <ul className="rows">
        <li>
          <SupportLink about={{ iccid }}>{words('payment.support')}</SupportLink>
        </li>
        {esim.step !== 'connected' && (
          <li>
            <a href={href(locale, 'operatorInfo', null, { hash })}>
              {words('instruction.balance')}
            </a>
          </li>
        )}
        <li>
          <button>{words('instruction.resend')}</button>
        </li>
        {!hasLanded(esim) && (
          <li>
            <a href={href(locale, 'activationCalendar', null, { hash })} download>
              {words('instruction.calendar', { date: formatDate(esim.activateBy) })}
            </a>
          </li>
        )}
        <AppLink />
        <li>
          <button type="button" data-print hidden>
            {words('instruction.print')}
          </button>
        </li>
      </ul>
    </form>
  )
}

/** Lists what travellers often forget. A dialog shows them before the installation. */
function Reminders({ esim }: { esim: Esim }) {
  const site = useSite()
  const { words } = site
  const deadline = esim.tariff.market === 'russia' ? 'activateRussia' : 'activateTravel'
  return (
    <section id="mind">
      <h2>{words('instruction.mindTitle')}</h2>
      <ul className="checks">
        <li>
          {words('instruction.mind.ownSIM')}{' '}
          <small>{words('instruction.mindReasons.ownSIM')}</small>
        </li>
        <li>
          {words('instruction.mind.keep')} <small>{words('instruction.mindReasons.keep')}</small>
        </li>
        {!hasLanded(esim) && (
          <li>
            {words('instruction.mind.activate', { date: formatDate(esim.activateBy) })}{' '}
            <small>{words(`instruction.mindReasons.${deadline}`)}</small>
          </li>
        )}
        {allTermTexts(site, { ...esim, fairUse: esim.tariff.fairUse }).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}

type DepartureReminderProps = {
  readonly esim: Esim
  readonly now: Date
  /** The date that was refused, and the reason. */
  readonly refused: { readonly departure: string; readonly error: ApiError } | null
}

/** Offers an email on the day before the departure, until the traveller has landed. */
function DepartureReminder({ esim, now, refused }: DepartureReminderProps) {
  const { locale, words } = useSite()
  const dates = departureDates(now, new Date(esim.activateBy))
  const isPossible = esim.departure !== null || dates.from <= dates.to
  if ((esim.step !== 'bought' && esim.step !== 'installed') || !isPossible) return null
  return (
    <section id="reminder" className="notice">
      <h2>{words('reminder.title')}</h2>
      <form
        className="reminder"
        method="post"
        action={href(locale, 'instruction', null, { hash: esim.hash })}
      >
        {esim.departure === null ? (
          <AskForDate dates={dates} refused={refused} />
        ) : (
          <>
            <p>
              {words('reminder.on', {
                date: formatDate(reminderBefore(esim.departure).toISOString()),
              })}
            </p>
            {refused && (
              <p className="error" role="alert" {...opensPage}>
                {words('reminder.stopFailed')}
              </p>
            )}
            <button className="button quiet" name="remind" value="off">
              {words('reminder.stop')}
            </button>
          </>
        )}
      </form>
    </section>
  )
}

type AskProps = Pick<DepartureReminderProps, 'refused'> & {
  readonly dates: { readonly from: string; readonly to: string }
}

function AskForDate({ dates, refused }: AskProps) {
  const { words } = useSite()
  const messages = refused ? messagesFor(refused.error, 'departure') : []
  return (
    <>
      <p>{words('reminder.text')}</p>
      <FocusedField value={refused ? 'departure' : undefined}>
        <TextField
          id="departure"
          name="departure"
          label={words('reminder.date')}
          messages={refused && messages.length === 0 ? [words('reminder.failed')] : messages}
          type="date"
          min={dates.from}
          max={dates.to}
          defaultValue={refused?.departure}
          required
        />
      </FocusedField>
      <button className="button quiet" name="remind" value="on">
        {words('reminder.submit')}
      </button>
    </>
  )
}

function AppInvitation() {
  const { words, brand } = useSite()
  const { appStoreURL, googlePlayURL } = brand
  if (appStoreURL === null && googlePlayURL === null) return null
  return (
    <section id="app">
      <h2>{words('instruction.appTitle')}</h2>
      <p>{words('instruction.appText', { brand: brand.name })}</p>
      <p className="actions">
        {appStoreURL !== null && (
          <a className="button quiet" href={appStoreURL} rel="noopener">
            {words('layout.appStore')}
          </a>
        )}
        {googlePlayURL !== null && (
          <a className="button quiet" href={googlePlayURL} rel="noopener">
            {words('layout.googlePlay')}
          </a>
        )}
      </p>
    </section>
  )
}

function AppLink() {
  const { words, brand } = useSite()
  if (brand.appStoreURL === null && brand.googlePlayURL === null) return null
  return (
    <li>
      <a href="#app" data-dialog="app">
        {words('instruction.app')}
      </a>
    </li>
  )
}
