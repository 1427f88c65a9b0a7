import type { Tariff } from '../../../contract/tariffs.ts'
import { href } from '../../../locale/paths.ts'
import { Flag } from '../../../ui/flag.tsx'
import { useSite } from '../../../ui/site.tsx'
import { TariffPicks } from '../../../ui/tariffs/tariff-picks.tsx'

type Props = {
  readonly code: string
  readonly title: string
  readonly fares: readonly Tariff[]
}

/** Lists plans for the country of a post, beside the post on wide screens, below it on phones. */
export function PlansAside({ code, title, fares }: Props) {
  const { locale, words } = useSite()
  return (
    <aside>
      <h2 className="with-flag">
        <Flag country={code} />
        {title}
      </h2>
      <TariffPicks fares={fares} />
      <p>
        <a href={href(locale, 'country', { country: code })}>{words('blog.allPlans')}</a>
      </p>
    </aside>
  )
}
