import {
  accountStyles,
  catalogueStyles,
  compareStyles,
  firstStyles,
  formStyles,
  heroStyles,
  mapStyles,
  openingStyles,
  passStyles,
  placeStyles,
  planPassStyles,
  planStyles,
  privateStyles,
  restStyles,
  textStyles,
  tripStyles,
} from '../inline-styles.ts'

type StylesOfPage = {
  /** In addition to `firstStyles`. */
  readonly opening: readonly string[]
  /** In addition to `restStyles`. */
  readonly content: readonly string[]
}

const listOfPlans = [textStyles, passStyles, catalogueStyles]

/** Pages that have forms only in their dialogs. */
const withoutForms = new Set<PageStyles>([
  'home',
  'advice',
  'map',
  'placeList',
  'plan',
  'planWithMap',
  'planAndOthers',
])

const stylesOf = {
  home: { opening: [heroStyles], content: [passStyles, catalogueStyles] },
  /** A list of plans, or a page that fits no other kind. */
  plans: { opening: [], content: listOfPlans },
  /** Begins with advice on when to install an eSIM, and has no map. */
  advice: { opening: [openingStyles], content: listOfPlans },
  /** Shows a coverage map or an entry stamp. */
  map: { opening: [openingStyles], content: [passStyles, catalogueStyles, mapStyles] },
  plan: { opening: [planPassStyles], content: [planStyles] },
  planWithMap: { opening: [planPassStyles], content: [planStyles, mapStyles] },
  /** A sold-out plan, with other plans. */
  planAndOthers: { opening: [planPassStyles], content: [planStyles, passStyles, mapStyles] },
  trip: { opening: [], content: [...listOfPlans, tripStyles] },
  /** Compares plans, and lists plans without passes. */
  compare: { opening: [], content: [placeStyles, compareStyles] },
  /** Lists places and has no plans. */
  placeList: { opening: [], content: [placeStyles] },
  /** Shows only text and forms. */
  text: { opening: [], content: [textStyles] },
  /** A paid order of ten eSIMs has no bytes left for other styles. */
  order: { opening: [], content: [] },
  /** These pages have no article and no account. The steps for each phone leave little space. */
  esim: { opening: [], content: [] },
} satisfies { readonly [kind: string]: StylesOfPage }

/** The kind of a page, which decides its styles. */
export type PageStyles = keyof typeof stylesOf

/** Adds the styles of the header and of the page's opening. */
export function OpeningStyles({ styles = 'plans' }: { styles?: PageStyles | undefined }) {
  return <Styles all={[firstStyles, ...stylesOf[styles].opening]} />
}

type Props = { readonly styles?: PageStyles | undefined; readonly isPrivate: boolean }

/**
 * Adds the styles of the content below the opening. HTML requires them in the head. Every browser
 * also applies them here, and paints the content above them while they load.
 */
export function ContentStyles({ styles = 'plans', isPrivate }: Props) {
  const ofAccount = styles === 'esim' ? [] : [accountStyles]
  return (
    <>
      <Styles all={[restStyles]} />
      {(isPrivate || !withoutForms.has(styles)) && <FormStyles />}
      <Styles
        all={[...stylesOf[styles].content, ...(isPrivate ? [...ofAccount, privateStyles] : [])]}
      />
    </>
  )
}

/** Adds the styles of a form that is alone on its page. */
export function LoneFormStyles() {
  return (
    <>
      <Styles all={[restStyles]} />
      <FormStyles />
    </>
  )
}

/** A dialog finds these styles by their id in the page that contains its form. */
function FormStyles() {
  return <style id="form-styles" dangerouslySetInnerHTML={{ __html: formStyles }} />
}

function Styles({ all }: { all: readonly string[] }) {
  return all.map((each) => <style key={each} dangerouslySetInnerHTML={{ __html: each }} />)
}
