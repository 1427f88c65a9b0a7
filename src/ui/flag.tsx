import { commonFlags } from '../kit/common-flags.shared.ts'
import { countryPictureHref } from '../kit/flags.shared.ts'

type FlagProps = {
  readonly country: string
  /**
   * Loads the file of this country, with the page. Other flags load in one file after the first
   * paint.
   */
  readonly isEager?: boolean
}

/** A decorative flag beside a country's name. client/boot/flags.ts loads the file of flags. */
export function Flag({ country, isEager = false }: FlagProps) {
  if (isEager)
    return <img className="flag" src={countryPictureHref(country)} width={24} height={16} alt="" />
  return (
    <svg className="flag" width={24} height={16} aria-hidden="true">
      <use data-flag={country} data-rare={commonFlags.has(country) ? undefined : ''} />
    </svg>
  )
}

type StampProps = {
  readonly country: string
  /** A class name for the position of the stamp. */
  readonly place: 'on-cover' | 'on-pass'
}

/**
 * Shows the entry stamp of a country, from the same file as an eager flag. It is decorative, so its
 * file loads lazily.
 */
export function EntryStamp({ country, place }: StampProps) {
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
