import { href } from '../../../../locale/paths.ts'
import { Breadcrumbs } from '../../../../ui/breadcrumbs.tsx'
import { EntryStamp } from '../../../../ui/entry-stamp.tsx'
import { Flag } from '../../../../ui/flag.tsx'
import { useSite } from '../../../../ui/site.tsx'
import { PlansLead } from './plans-lead.tsx'
import type { PlansLeadProps } from './plans-lead.tsx'

type Props = {
  readonly code: string
  readonly title: string
  /** The country in a sentence, from `placePhrase`. */
  readonly phrase: string
} & PlansLeadProps

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
      <PlansLead {...{ price, total, warning }} />
      <EntryStamp country={code} place="in-masthead" />
    </section>
  )
}
