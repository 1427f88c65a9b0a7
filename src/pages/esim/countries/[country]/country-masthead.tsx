import { leadSentences } from '../../../../domain/lead-sentences.ts'
import { href } from '../../../../locale/paths.ts'
import { Breadcrumbs } from '../../../../ui/breadcrumbs.tsx'
import { EntryStamp } from '../../../../ui/entry-stamp.tsx'
import { Flag } from '../../../../ui/flag.tsx'
import { useSite } from '../../../../ui/site.tsx'

type Props = {
  readonly code: string
  readonly title: string
  /** The country in a sentence, from `placePhrase`. */
  readonly phrase: string
  readonly price: string | null
  /** The number of plans. */
  readonly total: number
  /** Advice on when to install an eSIM for this country. */
  readonly warning: string | null
}

export function CountryMasthead({ code, title, phrase, price, total, warning }: Props) {
  const { locale, words } = useSite()
  return (
    <section className="masthead">
      <Breadcrumbs
        steps={[{ label: words('countries.title'), href: href(locale, 'countries') }]}
        here={title}
      />
      <h1 className="with-flag">
        <Flag country={code} isEager />
        {words('country.heading', { country: phrase })}
      </h1>
      {total > 0 && (
        <p className="lead">
          {words('country.found', { count: total })}
          {price && `, ${words('units.from', { price })}`}
        </p>
      )}
      {warning !== null && <InstallWarning text={warning} />}
      <EntryStamp country={code} place="in-masthead" />
    </section>
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
        <b>{words('placeTexts.install')}.</b> {lead}
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
