type Props = {
  readonly country: string
  /** A class name for where the stamp is. */
  readonly place: 'in-masthead' | 'on-map' | 'on-pass'
}

/** The entry stamp of a country: decoration, in a file that is loaded lazily. */
export function EntryStamp({ country, place }: Props) {
  return (
    <img
      className={`entry-stamp ${place}`}
      src={`/stamps/${country}.svg`}
      width={150}
      height={100}
      alt=""
      loading="lazy"
    />
  )
}
