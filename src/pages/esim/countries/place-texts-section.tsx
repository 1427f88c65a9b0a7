import type { PlaceTexts } from '../../../contract/place-texts.ts'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { useSite } from '../../../ui/site.tsx'

type Props = { readonly texts: PlaceTexts | null }

export function PlaceTextsSection({ texts }: Props) {
  if (!texts) return null
  return (
    <section className="prose">
      <PlaceAdvice texts={texts} />
    </section>
  )
}

/** Shows the shop's advice about a place, or nothing if there is none. */
export function PlaceAdvice({ texts }: Props) {
  const { words } = useSite()
  if (!texts) return null
  return (
    <div id="good-to-know" className="stack">
      <h2>{words('placeTexts.title')}</h2>
      <Facts>
        <Fact label={words('placeTexts.networks')}>{texts.networks}</Fact>
        <Fact label={words('placeTexts.install')}>{texts.install}</Fact>
        <Fact label={words('placeTexts.mind')}>{texts.mind}</Fact>
      </Facts>
    </div>
  )
}
