import type { ReactNode } from 'react'
import { useSite } from '../../ui/site.tsx'
import { inksOf } from '../../plans/map/inks.tsx'
import { passOfEsim } from '../keep-pass.ts'
import type { Esim } from '../operations.ts'
import { causesAt, lastStep, type Cause, type Make } from '../install-stops.ts'
import { formatDate } from '../../words/formats.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { SupportHoursLine, SupportLink } from '../../ui/support-links.tsx'
import { Path, PhoneDrawing, Step, Symptom } from './phone-settings.tsx'

/** The systems that have links to install an eSIM. */
export const systems = ['ios', 'android'] as const
export type System = (typeof systems)[number]

export function systemOf(make: Make): System {
  return make === 'ios' ? 'ios' : 'android'
}

const steps = [1, 2, 3, 4] as const

type InstallScreensProps = {
  /** The makes to choose from. The first is shown. */
  readonly makes: readonly Make[]
  /** The eSIM to install, or undefined in the general instructions. */
  readonly esim?: Esim
  /** Whether the visitor reads the page on this phone, which cannot scan its own screen. */
  readonly isHere?: boolean
  /** The codes to enter in the second step. */
  readonly codes?: { readonly [system in System]: ReactNode }
  /** A screen before the first step. */
  readonly start?: ReactNode
}

/**
 * Shows one screen of a phone at a time, with its action and two answers. Links between the screens
 * are fragments, so they work without JavaScript and in an offline copy. Prints and browsers without
 * `:has()` show all screens.
 */
export function InstallScreens({ start, ...props }: InstallScreensProps) {
  return (
    <div className="talk">
      {start}
      {props.makes.map((make) =>
        steps.map((step) => <Screen key={`${make}${step}`} {...props} make={make} step={step} />),
      )}
    </div>
  )
}

type ScreenProps = Omit<InstallScreensProps, 'start'> & {
  readonly make: Make
  readonly step: (typeof steps)[number]
}

function Screen({ makes, make, step, esim, isHere = false, codes }: ScreenProps) {
  const { locale, words } = useSite()
  return (
    <section
      id={screenID(make, step)}
      // After the installation, an eSIM's page shows the last step in another way.
      className={esim && step === lastStep ? 'screen printed' : 'screen'}
    >
      {makes.length > 1 && <MakeChoice makes={makes} chosen={make} step={step} />}
      <PhoneDrawing screen={words(`instruction.drawings.${make}${step}`)} />
      <div>
        <p className="eyebrow">
          {step > 1 && <a href={`#${screenID(make, step - 1)}`}>{words('instruction.back')}</a>}
          {words('instruction.stepOf', { step, total: lastStep })}
        </p>
        <h3>{words(`instruction.steps.title${step}`)}</h3>
        <Action make={make} step={step} isHere={isHere} />
        {step === 2 && codes?.[systemOf(make)]}
        <div className="answers">
          {step === 3 && esim ? (
            <InstalledButton hash={esim.hash} isDone />
          ) : (
            step < lastStep && (
              <a className="button" href={`#${screenID(make, step + 1)}`}>
                {words('instruction.done')}
              </a>
            )
          )}
          {step !== lastStep ? (
            <SomethingElse make={make} step={step} iccid={esim?.iccid} />
          ) : (
            <a className="button quiet" href={`${href(locale, 'questions')}#using`}>
              {words('instruction.noInternetTitle')}
            </a>
          )}
        </div>
      </div>
    </section>
  )
}

/** Returns the id of a screen, which its links have as fragment. */
export function screenID(make: Make, step: number): string {
  return `${make}-${step}`
}

type MakeChoiceProps = {
  readonly makes: readonly Make[]
  readonly chosen: Make
  /** The step to show of another make. */
  readonly step: number
}

export function MakeChoice({ makes, chosen, step }: MakeChoiceProps) {
  const { words } = useSite()
  return (
    <ul className="chips makes" aria-label={words('instruction.chooseMake')}>
      {makes.map((make) => (
        <li key={make}>
          <a href={`#${screenID(make, step)}`} aria-current={make === chosen || undefined}>
            {words(`instruction.makes.${make}`)}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Action({ make, step, isHere }: Pick<ScreenProps, 'make' | 'step'> & { isHere: boolean }) {
  const { words } = useSite()
  if (step === 3 || step === 4) return <p>{words(`instruction.steps.text${step}`)}</p>
  const text =
    step === 1
      ? words('instruction.steps.text1')
      : words(isHere ? `instruction.enterHere.${make}` : `instruction.steps.${make}2`)
  return (
    <>
      <p>{text}</p>
      <Path path={words(`instruction.paths.${make}${step}`)} />
    </>
  )
}

type SomethingElseProps = {
  readonly make: Make
  readonly step: keyof typeof causesAt
  readonly iccid: string | undefined
}

/** Shows what the phone may show instead, what helps, and a message to support that says so. */
export function SomethingElse({ make, step, iccid }: SomethingElseProps) {
  const { words } = useSite()
  return (
    <details className="else">
      <summary className="button quiet">{words('instruction.somethingElse')}</summary>
      <p>{words('instruction.noInternet.ask')}</p>
      {causesAt[step].map((cause) => (
        <Symptom key={cause} title={words(`instruction.causes.${cause}.title`)}>
          <Step
            text={words(`instruction.causes.${cause}.fix`)}
            {...(cause === 'locked' && { path: 'lock', phones: [make] })}
          >
            <FixLink make={make} cause={cause} />
          </Step>
          <Step text={words('instruction.stop')}>
            <SupportLink className="row-link" about={{ iccid, stop: `${make}-${step}-${cause}` }}>
              {words('instruction.stopLink')}
            </SupportLink>
            <SupportHoursLine />
          </Step>
        </Symptom>
      ))}
    </details>
  )
}

/** Leads on where the page or the shop has the answer. */
function FixLink({ make, cause }: { make: Make; cause: Cause }) {
  const { locale, words } = useSite()
  if (cause === 'nothing')
    return (
      <a className="row-link" href={`#${screenID(make, 1)}`}>
        {words('instruction.byHandLink')}
      </a>
    )
  if (cause === 'noRow')
    return (
      <a className="row-link" href={href(locale, 'check')}>
        {words('instruction.checkLink')}
      </a>
    )
  return null
}

const rungs = ['bought', 'installed', 'landed', 'connected'] as const

/**
 * Shows the traveller's progress as a pass, which each step tears off. Usage sets the last step,
 * and the traveller sets the other steps.
 */
export function Ladder({ esim }: { esim: Esim }) {
  const site = useSite()
  const { words } = site
  const reached = rungs.indexOf(esim.step)
  const { band } = inksOf(esim.tariff)
  return (
    <ol
      className="ladder"
      aria-label={words('instruction.ladder.title')}
      data-pass={passOfEsim(site, esim)}
    >
      {rungs.map((rung, index) => (
        <li
          key={rung}
          className={index <= reached ? 'done' : undefined}
          aria-current={index === reached ? 'step' : undefined}
        >
          {index <= reached && (
            <svg aria-hidden>
              <rect width="100%" height="100%" fill={band} />
            </svg>
          )}
          {words(`instruction.ladder.${rung}`)}
          {rung === 'bought' && <small>{formatDate(esim.purchasedAt)}</small>}
        </li>
      ))}
    </ol>
  )
}

/** Whether the last day to connect no longer matters. */
export function hasLanded({ step }: Esim): boolean {
  return step === 'landed' || step === 'connected'
}

/** Shows the buttons for the next and the previous step, or none before and after them. */
export function LadderForm({ esim }: { esim: Esim }) {
  const { locale, words } = useSite()
  const { hash, step } = esim
  if (step === 'bought' || step === 'connected') return null
  return (
    <form
      className="actions ladder-form"
      method="post"
      action={href(locale, 'instruction', null, { hash })}
    >
      {step === 'installed' && (
        <button className="button" name="step" value="landed">
          {words('instruction.tick.landed')}
        </button>
      )}
      <button
        className="link-button"
        name="step"
        value={step === 'landed' ? 'installed' : 'bought'}
      >
        {words('instruction.untick')}
      </button>
    </form>
  )
}

type InstalledButtonProps = { readonly hash: string; readonly isDone?: boolean }

/** Ticks the installation, as the answer to its last step or instead of the steps. */
export function InstalledButton({ hash, isDone = false }: InstalledButtonProps) {
  const { locale, words } = useSite()
  return (
    <form method="post" action={href(locale, 'instruction', null, { hash })}>
      <button className={isDone ? 'button' : 'button quiet'} name="step" value="installed">
        {words(isDone ? 'instruction.done' : 'instruction.tick.installed')}
      </button>
    </form>
  )
}
