import { countryPictureHref } from '../kit/flags.shared.ts'

type Props = {
  readonly country: string
  /** A class name for the position of the stamp. */
  readonly place: 'in-masthead' | 'on-map' | 'on-pass'
}

/**
 * Shows the entry stamp of a country, from the same file as an eager flag. It is decorative, so its
 * file loads lazily.
 */
export function EntryStamp({ country, place }: Props) {
  return (
    <img
      className={`entry-stamp ${place}`}
      src={`${countryPictureHref(country)}#stamp`}
      width={150}
      height={100}
      alt=""
      loading="lazy"
    />
  )
}
