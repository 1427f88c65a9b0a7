import { isPhone } from '../../../domain/device.ts'
import { messagesFor } from '../../../domain/form-errors.ts'
import type { FormErrors } from '../../../domain/form-errors.ts'
import type { Device } from '../../../domain/device.ts'
import { opensPage } from '../../../domain/opens-page.ts'
import { Field } from '../../../forms/controls/field.tsx'
import { FocusedField } from '../../../forms/controls/focused-field.ts'
import { href } from '../../../locale/paths.ts'
import { useSite } from '../../../ui/site.tsx'
import type { CheckQuery } from './check-query.ts'
import { orderParamsOf } from './check-order.ts'
import { DiallerDrawing } from './dialler-drawing.tsx'
import { NextLinks } from './next-links.tsx'

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
