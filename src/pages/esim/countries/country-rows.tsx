import type { Country } from '../../../contract/places.ts'
import type { Locale } from '../../../locale/locales.ts'
import { href } from '../../../locale/paths.ts'
import { PlaceList } from '../../../ui/place-list.tsx'
import { useSite } from '../../../ui/site.tsx'

export function Countries({ countries }: { countries: readonly Country[] }) {
  const { locale } = useSite()
  return <PlaceList places={countries.map((country) => placeOf(locale, country))} isPopular />
}

export function placeOf(
  locale: Locale,
  { countryCode2Letters: country, title, priceFrom }: Country,
) {
  return { href: href(locale, 'country', { country }), title, flag: country, priceFrom }
}
