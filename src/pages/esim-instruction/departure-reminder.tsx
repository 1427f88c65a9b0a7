import type { ApiError } from '../../api/api-result.ts'
import type { Esim } from '../../contract/esims.ts'
import { departureDates, reminderBefore } from '../../domain/departure.ts'
import { messagesFor } from '../../domain/form-errors.ts'
import { Field } from '../../forms/controls/field.tsx'
import { opensPage } from '../../domain/opens-page.ts'
import { FocusedField } from '../../forms/controls/focused-field.ts'
import { formatDate } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'

type Props = {
  readonly esim: Esim
  readonly now: Date
  /** The date that was refused, and the reason. */
  readonly refused: { readonly departure: string; readonly error: ApiError } | null
}

/** Offers an email on the day before the departure, until the traveller has landed. */
export function DepartureReminder({ esim, now, refused }: Props) {
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

type AskProps = Pick<Props, 'refused'> & {
  readonly dates: { readonly from: string; readonly to: string }
}

function AskForDate({ dates, refused }: AskProps) {
  const { words } = useSite()
  const messages = refused ? messagesFor(refused.error, 'departure') : []
  return (
    <>
      <p>{words('reminder.text')}</p>
      <FocusedField value={refused ? 'departure' : undefined}>
        <Field
          id="departure"
          name="departure"
          label={words('reminder.date')}
          messages={refused && messages.length === 0 ? [words('reminder.failed')] : messages}
        >
          {(aria) => (
            <input
              {...aria}
              type="date"
              min={dates.from}
              max={dates.to}
              defaultValue={refused?.departure}
              required
            />
          )}
        </Field>
      </FocusedField>
      <button className="button quiet" name="remind" value="on">
        {words('reminder.submit')}
      </button>
    </>
  )
}
