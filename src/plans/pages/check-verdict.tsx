import { isPhone, type Device } from '../../kit/visitor.ts'
import { verdictOf, type HomeMarket, type PhoneModel } from '../phone-model.ts'
import { formatList } from '../../words/formats.shared.ts'
import { href, type QueryParams } from '../../words/paths.shared.ts'
import { useSite, type Site } from '../../ui/site.tsx'
import { orderParamsOf, NextLinks, type CheckQuery } from './check-query.tsx'
import type { PhoneMatch } from './checked-phone.tsx'
import type { PhoneModelSource } from '../phone-list.ts'
import { messagesFor, type FormErrors } from '../../ui/form-errors.shared.ts'
import { opensPage } from '../../ui/form-markers.shared.ts'
import { Field, FocusedField } from '../../ui/fields.shared.tsx'

type VerdictProps = {
  readonly query: CheckQuery
  readonly found: PhoneMatch
  readonly model: PhoneModel
  readonly system: Device
  readonly sourcesOf: readonly PhoneModelSource[]
}

/** Shows the verdict for a model, and the questions that decide it. */
export function VerdictSheet({ query, found, model, system, sourcesOf }: VerdictProps) {
  const site = useSite()
  const { words } = site
  const { boughtIn, isHeld } = found
  const lock = query.lock ?? null
  const { fit, reason, unless } = verdictOf(model, { boughtIn, lock })
  const answers = answersOf(query, model, found)
  const phone = model.title
  const hasExceptions = fit === 'fits' && unless.length > 0
  const assignment = words(`check.reasons.${hasExceptions ? 'fitsUnless' : reason}`, {
    phone,
    market: marketText(site, boughtIn),
    markets: listOf(site, unless, 'or'),
  })
  return (
    <section className={`sheet verdict ${fit}`} id="verdict">
      <p className="seal">{words(`check.verdicts.${fit}`)}</p>
      <h2 translate="no">{phone}</h2>
      {isHeld && <p className="soft">{words('check.detected', { phone })}</p>}
      <p>{assignment}</p>
      {lock === 'free' && <p>{words('check.isFree')}</p>}
      {unless.length > 0 && (
        <MarketQuestion
          markets={unless}
          isException={hasExceptions}
          text={words('check.unless', { markets: listOf(site, unless, 'and') })}
          answers={answers}
        />
      )}
      {boughtIn !== null && unless.length === 0 && <MarketLink answers={answers} />}
      {fit !== 'no' && lock === null && (
        <LockCheck answers={answers} system={systemOf(model, system, isHeld)} />
      )}
      {fit === 'no' && <AnotherPhone query={query} />}
      {fit !== 'no' && <NextLinks query={query} phone={fit === 'fits' ? model.id : undefined} />}
      <Sources sources={sourcesOf} />
    </section>
  )
}

/** The eSIM can go into another phone, which shares its internet. */
function AnotherPhone({ query }: { readonly query: CheckQuery }) {
  const { locale, words } = useSite()
  return (
    <>
      <p>{words('check.family')}</p>
      <p className="actions">
        <a className="button" href={href(locale, 'check', null, orderParamsOf(query))}>
          {words('check.another')}
        </a>
      </p>
    </>
  )
}

/** Returns the answers so far, as params of the page. */
function answersOf(query: CheckQuery, model: PhoneModel, { boughtIn }: PhoneMatch) {
  const answers = { model: model.id, bought: boughtIn ?? undefined, lock: query.lock }
  return { ...answers, ...orderParamsOf(query) }
}

function marketText(site: Site, boughtIn: PhoneMatch['boughtIn']): string {
  return boughtIn === null || boughtIn === 'elsewhere' ? '' : listOf(site, [boughtIn], 'and')
}

/** Formats places as `Hong Kong, Macau or the USA`. */
function listOf(
  { locale, words }: Pick<Site, 'locale' | 'words'>,
  markets: readonly HomeMarket[],
  joinedBy: 'and' | 'or',
): string {
  const places = markets.flatMap((market) => (market === 'hk' ? (['hk', 'mo'] as const) : market))
  const names = places.map((place) => words(`check.madeFor.${place}`))
  return formatList(locale, names, joinedBy)
}

/** Returns the system of the checked phone. `system` is the system of the visitor's device. */
function systemOf({ brand }: PhoneModel, system: Device, isHeld: boolean): 'ios' | 'android' {
  return brand === 'Apple' || (isHeld && system === 'ios') ? 'ios' : 'android'
}

type QuestionProps = {
  readonly markets: readonly HomeMarket[]
  /** Whether the phone fits unless it was made for one of the markets. */
  readonly isException: boolean
  readonly text: string
  readonly answers: QueryParams
}

function MarketQuestion({ markets, isException, text, answers }: QuestionProps) {
  const { locale, words } = useSite()
  const choices = isException ? markets : ([...markets, 'elsewhere'] as const)
  return (
    <>
      {!isException && <p className="soft">{text}</p>}
      <h3>{words(isException ? 'check.exceptTitle' : 'check.boughtTitle')}</h3>
      <ul className="chips">
        {choices.map((market) => (
          <li key={market}>
            <a href={`${href(locale, 'check', null, { ...answers, bought: market })}#verdict`}>
              {words(`check.markets.${market}`)}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Links back to the question where the phone was bought. */
function MarketLink({ answers }: Pick<QuestionProps, 'answers'>) {
  const { locale, words } = useSite()
  return (
    <p>
      <a href={`${href(locale, 'check', null, { ...answers, bought: undefined })}#verdict`}>
        {words('check.boughtTitle')}
      </a>
    </p>
  )
}

function Sources({ sources }: { readonly sources: readonly PhoneModelSource[] }) {
  const { words } = useSite()
  return (
    <p className="soft">
      {words('check.sources')}:{' '}
      {sources.map(({ title, url }, index) => (
        <span key={url}>
          {index > 0 && ', '}
          <a href={url} rel="noopener nofollow" translate="no">
            {title}
          </a>
        </span>
      ))}
    </p>
  )
}

type LockCheckProps = { readonly answers: QueryParams; readonly system: 'ios' | 'android' }

/** Explains how to find out in two taps whether the phone is locked. */
function LockCheck({ answers, system }: LockCheckProps) {
  const { locale, words } = useSite()
  return (
    <details className="fold">
      <summary>{words('check.lockTitle')}</summary>
      <p>{words(system === 'ios' ? 'check.lockIOS' : 'check.lockAndroid')}</p>
      <ul className="chips">
        {(['free', 'locked'] as const).map((lock) => (
          <li key={lock}>
            <a href={`${href(locale, 'check', null, { ...answers, lock })}#verdict`}>
              {words(`check.${lock}.${system}`)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

type EidProps = {
  readonly query: CheckQuery
  readonly eid: EidAnswer | null
  readonly system: Device
}

/** Explains where to find the EID, and checks it. */
export function EidCheck({ query, eid, system }: EidProps) {
  const { words } = useSite()
  return (
    <section className="eid-check" id="eid-check">
      <span translate="no">
        <DiallerDrawing />
      </span>
      <div className="stack">
        <h2>{words('check.eidTitle')}</h2>
        <p>{words('check.eidHow')}</p>
        {eid?.errors === null && <GoodEid query={query} typed={eid.typed} system={system} />}
        <EidForm query={query} eid={eid} />
      </div>
    </section>
  )
}

type GoodEidProps = Pick<EidProps, 'query' | 'system'> & { readonly typed: string }

function GoodEid({ query, typed, system }: GoodEidProps) {
  const { words } = useSite()
  return (
    <div className="sheet verdict fits" role="status" {...opensPage}>
      <p className="seal">{words('check.verdicts.fits')}</p>
      <p>{words('check.eidGood')}</p>
      <p>{words(`check.eidLock.${isPhone(system) ? system : 'any'}`)}</p>
      <p className="soft" translate="no">
        {groupDigits(typed)}
      </p>
      <NextLinks query={query} phone="eid" />
    </div>
  )
}

function EidForm({ query, eid }: Pick<EidProps, 'query' | 'eid'>) {
  const { locale, words } = useSite()
  return (
    <form className="form" method="post" action={href(locale, 'check', null, orderParamsOf(query))}>
      <FocusedField value={eid?.errors ? 'eid' : undefined}>
        <Field
          id="eid"
          name="eid"
          label={words('check.eid')}
          hint={words('check.eidHint')}
          messages={messagesFor(eid?.errors ?? null, 'eid')}
        >
          {(aria) => (
            <input
              {...aria}
              inputMode="numeric"
              autoComplete="off"
              maxLength={60}
              defaultValue={eid?.errors === null ? '' : eid?.typed}
            />
          )}
        </Field>
      </FocusedField>
      <button className="button quiet">{words('check.eidSubmit')}</button>
    </form>
  )
}

/** Formats digits as `8904 9032 …`, so that lines on a narrow page break between the groups. */
function groupDigits(typed: string): string {
  return typed.replaceAll(/\D/g, '').replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}

export type EidAnswer = { readonly typed: string; readonly errors: FormErrors | null }

const rows = [
  { label: 'IMEI 1', digits: '35 693803 564380 9' },
  { label: 'IMEI 2', digits: '35 693803 564381 7' },
  { label: 'EID', digits: '8904 9032 1234 …' },
] as const

/** Draws a phone after `*#06#`, with a ring around the row of the EID. */
function DiallerDrawing() {
  const { words } = useSite()
  return (
    <svg
      className="drawing"
      viewBox="0 0 180 236"
      role="img"
      aria-label={words('check.eidDrawing')}
    >
      <rect className="case" x="22" y="4" width="136" height="228" rx="18" />
      <rect className="camera" x="74" y="11" width="32" height="6" rx="3" />
      <text className="typed" x="90" y="50" textAnchor="middle">
        *#06#
      </text>
      {rows.map(({ label, digits }, index) => (
        <g key={label}>
          <rect x="32" y={64 + index * 42} width="116" height="36" rx="7" />
          <text x="40" y={79 + index * 42}>
            {label}
          </text>
          <text className="digits" x="40" y={93 + index * 42}>
            {digits}
          </text>
        </g>
      ))}
      <rect className="ring" x="14" y="142" width="152" height="48" rx="24" />
      <circle className="camera" cx="90" cy="212" r="10" />
    </svg>
  )
}
