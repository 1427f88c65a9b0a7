import type { PlaceTexts } from '../../../contract/place-texts.ts'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { useSite } from '../../../ui/site.tsx'

export function PlaceTextsSection({ texts }: { texts: PlaceTexts | null }) {
  const { words } = useSite()
  if (!texts) return null
  return (
    <section id="good-to-know" className="prose">
      <h2>{words('placeTexts.title')}</h2>
      <Facts>
        <Fact label={words('placeTexts.networks')}>{texts.networks}</Fact>
        <Fact label={words('placeTexts.install')}>{texts.install}</Fact>
        <Fact label={words('placeTexts.mind')}>{texts.mind}</Fact>
      </Facts>
    </section>
  )
}
