import { supportHoursText, supportStateText } from '../locale/support-hours-text.ts'
import { Fact } from './facts.tsx'
import { useSite } from './site.tsx'

/** Shows when support answers, if the operator has set it. */
export function SupportHoursFact() {
  const { words, support } = useSite()
  if (support === null) return null
  return (
    <Fact label={words('supportHours.label')}>
      <SupportTimes />
    </Fact>
  )
}

/** Shows `Support hours: Mon–Fri 09:00–20:00 (UTC). Open now for another 2 h`. */
export function SupportHoursLine() {
  const { words, support } = useSite()
  if (support === null) return null
  return (
    <p className="soft">
      {words('supportHours.label')}: <SupportTimes />
    </p>
  )
}

/**
 * Only a page that is not stored says whether support is open. Offline copies hide this text: see
 * purchase.css.
 */
function SupportTimes() {
  const { locale, words, support } = useSite()
  if (support === null) return null
  const { hours, at, state } = support
  return (
    <>
      {supportHoursText(locale, hours, at)}
      {state !== null && <span className="open-now">. {supportStateText(words, state)}</span>}
    </>
  )
}
