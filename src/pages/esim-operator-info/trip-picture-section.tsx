import type { EsimBalance } from '../../contract/esims.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'

export function TripPicture({ esim: { hash, tariff } }: { esim: EsimBalance }) {
  const { locale, words } = useSite()
  const url = href(locale, 'tripPicture', null, { hash })
  return (
    <section>
      <h2>{words('balance.pictureTitle')}</h2>
      <p className="soft">{words('balance.pictureText')}</p>
      <img
        className="trip-picture"
        src={url}
        alt={words('balance.pictureAlt', { place: tariff.placeTitle })}
        loading="lazy"
      />
      <p>
        <a className="button quiet" href={url} download="trip.png">
          {words('balance.pictureDownload')}
        </a>
      </p>
    </section>
  )
}
