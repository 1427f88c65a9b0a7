import {
  catalogueStyles,
  firstStyles,
  mapStyles,
  openingStyles,
  passStyles,
  placeStyles,
  planStyles,
  privateStyles,
  restStyles,
  textStyles,
  tripStyles,
} from '../inline-styles.ts'
import type { PageHead } from './page-head.ts'

/** Adds the styles of the header and of the page's opening. */
export function OpeningStyles({ page }: { page: PageHead }) {
  const { hasMap, opensWithPass, opensWithAdvice } = page
  return (
    <Styles
      all={[
        firstStyles,
        ...(opensWithPass ? [passStyles, planStyles] : []),
        ...(hasMap || opensWithAdvice ? [openingStyles] : []),
      ]}
    />
  )
}

type Props = { readonly page: PageHead; readonly isPrivate: boolean }

/**
 * Adds the styles of the content below the opening. HTML requires them in the head. Every browser
 * also applies them here, and paints the content above them while they load.
 */
export function ContentStyles({ page, isPrivate }: Props) {
  const { isText, isPaidOrder, isTrip, isPlaceList, opensWithPass, hasMap } = page
  const isCatalogue = !isText && !isPlaceList
  return (
    <Styles
      all={[
        restStyles,
        ...(isPaidOrder || isPlaceList || hasMap || opensWithPass ? [] : [textStyles]),
        ...(isCatalogue && !opensWithPass ? [passStyles, catalogueStyles] : []),
        ...(isTrip ? [tripStyles] : []),
        ...(isPlaceList ? [placeStyles] : []),
        ...(hasMap ? [mapStyles] : []),
        ...(isPrivate ? [privateStyles] : []),
      ]}
    />
  )
}

/** Adds the styles of a form that is alone on its page. */
export function FormStyles() {
  return <Styles all={[restStyles]} />
}

function Styles({ all }: { all: readonly string[] }) {
  return all.map((each) => <style key={each} dangerouslySetInnerHTML={{ __html: each }} />)
}
