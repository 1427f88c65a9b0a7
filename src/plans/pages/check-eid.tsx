import { isPhone } from '../../kit/visitor.ts'
import type { Device } from '../../kit/visitor.ts'
import { messagesFor } from '../../ui/form-errors.shared.ts'
import type { FormErrors } from '../../ui/form-errors.shared.ts'
import { opensPage } from '../../ui/form-markers.shared.ts'
import { Field, FocusedField } from '../../ui/fields.shared.tsx'
import { href } from '../../words/paths.shared.ts'
import { useSite } from '../../ui/site.tsx'
import { orderParamsOf, NextLinks } from './check-query.tsx'
import type { CheckQuery } from './check-query.tsx'

type Props = {
  readonly query: CheckQuery
  readonly eid: EidAnswer | null
  readonly system: Device
}

/** Explains where to find the EID, and checks it. */
export function EidCheck({ query, eid, system }: Props) {
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

type GoodEidProps = Pick<Props, 'query' | 'system'> & { readonly typed: string }

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

function EidForm({ query, eid }: Pick<Props, 'query' | 'eid'>) {
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

export type EidAnswer = {
  readonly typed: string
  readonly errors: FormErrors | null
}

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
