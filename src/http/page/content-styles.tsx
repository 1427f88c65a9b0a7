import {
  accountStyles,
  articleStyles,
  catalogueStyles,
  compareStyles,
  firstStyles,
  footerStyles,
  formStyles,
  heroStyles,
  phoneOpeningStyles,
  mapStyles,
  openingStyles,
  orderStyles,
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
  /** Styles in the head, in addition to `firstStyles`. */
  readonly opening: readonly string[]
  /**
   * Styles below the opening, in addition to `restStyles`. Null if the head has all styles of the
   * content.
   */
  readonly content: readonly string[] | null
  /** Whether the page has a form outside its dialogs. */
  readonly hasForm: boolean
}

const passesInLists = [passStyles, catalogueStyles]
const listOfPlans = [textStyles, ...passesInLists]
const form = { opening: [], content: [], hasForm: true }

const stylesOf = {
  home: { opening: [heroStyles], content: passesInLists, hasForm: false },
  /** A list of plans. */
  plans: { opening: [], content: listOfPlans, hasForm: false },
  /** Begins with advice on when to install an eSIM, and has no map. */
  advice: { opening: [openingStyles], content: listOfPlans, hasForm: false },
  /** Shows a coverage map or an entry stamp. */
  map: { opening: [openingStyles], content: [...passesInLists, mapStyles], hasForm: false },
  plan: { opening: [planPassStyles], content: [planStyles], hasForm: false },
  planWithMap: { opening: [planPassStyles], content: [planStyles, mapStyles], hasForm: false },
  /** A sold-out plan, with other plans. */
  planAndOthers: {
    opening: [planPassStyles],
    content: [planStyles, passStyles, mapStyles],
    hasForm: false,
  },
  trip: { ...form, content: [...listOfPlans, tripStyles] },
  /** Compares plans, and lists plans without passes. */
  compare: { ...form, content: [placeStyles, compareStyles] },
  /** Lists places and has no plans. */
  placeList: { opening: [], content: [placeStyles], hasForm: false },
  /** An article or an error, painted at once. */
  article: { opening: [articleStyles], content: null, hasForm: false },
  /** An article, with plans or countries beside it. */
  post: { opening: [articleStyles, ...passesInLists], content: null, hasForm: false },
  /** An error that offers to send a form again. */
  failedForm: { ...form, opening: [articleStyles] },
  /** Shows texts, or links with a text. */
  text: { opening: [restStyles, textStyles], content: null, hasForm: false },
  /** Shows texts and forms. */
  form: { ...form, content: [textStyles] },
  order: { ...form, content: [orderStyles] },
  /** A paid order of ten eSIMs has no bytes left for other styles. */
  purchase: { ...form, content: [accountStyles, privateStyles] },
  /** The steps for each phone leave little space. */
  esim: { ...form, opening: [phoneOpeningStyles], content: [privateStyles] },
  check: { ...form, opening: [phoneOpeningStyles], content: [...listOfPlans, privateStyles] },
  partner: { ...form, content: [textStyles, accountStyles, privateStyles] },
  /** A page that fits no other kind. */
  account: { ...form, content: [...listOfPlans, accountStyles, privateStyles] },
} satisfies { readonly [kind: string]: StylesOfPage }

/** The kind of a page, which decides its styles. */
export type PageStyles = keyof typeof stylesOf

type Props = { readonly styles?: PageStyles | undefined }

/** Adds the styles of the header and of the page's opening. */
export function OpeningStyles({ styles = 'account' }: Props) {
  return <Styles all={[firstStyles, ...stylesOf[styles].opening]} />
}

/**
 * Adds the styles of the content below the opening. HTML requires them in the head. Every browser
 * also applies them here, and paints the content above them while they load.
 */
export function ContentStyles({ styles = 'account' }: Props) {
  const { content, hasForm } = stylesOf[styles]
  if (content === null) return null
  return (
    <>
      <Styles all={[restStyles]} />
      {hasForm && <FormStyles />}
      <Styles all={content} />
    </>
  )
}

/** Adds the styles that the content does not need, below the content. */
export function FooterStyles({ styles = 'account' }: Props) {
  const { opening, content } = stylesOf[styles]
  const hasRest = content !== null || opening.includes(restStyles)
  return <Styles all={hasRest ? [footerStyles] : [restStyles, footerStyles]} />
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
