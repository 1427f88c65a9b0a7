import { cspHash } from '../domain/sha256.ts'
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
  orderOpeningStyles,
  orderStyles,
  passStyles,
  placeStyles,
  planPassStyles,
  planStyles,
  privateStyles,
  restStyles,
  textStyles,
  tripStyles,
} from './inline-styles.ts'

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
  /**
   * Whether the page adds `ContentStyles` itself, because a dialog shows its opening together with
   * the form.
   */
  readonly isInPage?: boolean
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
  signIn: { ...form, content: [textStyles], isInPage: true },
  order: { ...form, opening: [orderOpeningStyles], content: [orderStyles], isInPage: true },
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

/** The texts of the `<style>` elements of a page, by position. */
type StyleElements = {
  readonly head: string
  /** Below the opening. Empty if the head has all styles of the content. */
  readonly content: readonly string[]
  /** Below the content. */
  readonly footer: string
}

export function addsStylesInPage(kind: PageStyles): boolean {
  const { isInPage = false }: StylesOfPage = stylesOf[kind]
  return isInPage
}

const elements = new Map<PageStyles, StyleElements>()

export function styleElements(kind: PageStyles): StyleElements {
  const known = elements.get(kind)
  if (known) return known
  const { opening, content, hasForm } = stylesOf[kind]
  const hasRest = content !== null || opening.includes(restStyles)
  const created = {
    head: [firstStyles, ...opening].join(''),
    content: contentElements(content, hasForm),
    footer: hasRest ? footerStyles : restStyles + footerStyles,
  }
  elements.set(kind, created)
  return created
}

function contentElements(content: StylesOfPage['content'], hasForm: boolean): string[] {
  if (content === null) return []
  const others = content.join('')
  if (!hasForm) return [restStyles + others]
  return [restStyles, formStyles, others].filter((text) => text !== '')
}

const hashes = new Map<PageStyles, Promise<string[]>>()

/**
 * Returns the sources for `style-src` that allow the styles of a page, and those of forms, which
 * dialogs add. 53 bytes each, before the first byte of the page.
 */
export async function styleHashes(kind: PageStyles): Promise<readonly string[]> {
  const known = hashes.get(kind)
  if (known) return known
  const { head, content, footer } = styleElements(kind)
  const created = Promise.all([...new Set([head, ...content, footer, formStyles])].map(cspHash))
  hashes.set(kind, created)
  return created
}
