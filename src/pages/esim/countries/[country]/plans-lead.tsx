import { leadSentences } from '../../../../domain/lead-sentences.ts'
import { useSite } from '../../../../ui/site.tsx'

export type PlansLeadProps = {
  readonly price: string | null
  /** The number of plans. */
  readonly total: number
  /** Advice on when to install an eSIM for this place. */
  readonly warning: string | null
}

/** Shows how many plans a place has, their lowest price, and when to install an eSIM. */
export function PlansLead({ price, total, warning }: PlansLeadProps) {
  const { words } = useSite()
  return (
    <>
      {total > 0 && (
        <p className="lead">
          {words('country.found', { count: total })}
          {price && `, ${words('units.from', { price })}`}
        </p>
      )}
      {warning !== null && <InstallWarning text={warning} />}
    </>
  )
}

/** Characters that fill two lines of a phone, together with the label. */
const phoneLength = 60

/** On a phone, shows the first whole sentences and a link to the rest. */
function InstallWarning({ text }: { text: string }) {
  const { words } = useSite()
  const { lead, rest } = leadSentences(text, phoneLength)
  return (
    <p>
      <a className="warning" href="#good-to-know">
        <b>{words('placeTexts.install')}.</b>
        {` ${lead}`}
        {rest !== '' && (
          <>
            {' '}
            <span>{rest}</span> <u>{words('placeTexts.why')}</u>
          </>
        )}
      </a>
    </p>
  )
}
