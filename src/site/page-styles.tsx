import { cspHash } from '../kit/tokens.shared.ts'
import accountStyles from '../../client/styles/accounts.css?inline'
import articleStyles from '../../client/styles/article.css?inline'
import balanceStyles from '../../client/styles/balance.css?inline'
import catalogueStyles from '../../client/styles/catalogue.css?inline'
import codeStyles from '../../client/styles/codes.css?inline'
import compareStyles from '../../client/styles/compare.css?inline'
import coverStyles from '../../client/styles/cover.css?inline'
import dialogStyles from '../../client/styles/dialog.css?inline'
import eidCheckStyles from '../../client/styles/eid-check.css?inline'
import errorStyles from '../../client/styles/error.css?inline'
import esimCardStyles from '../../client/styles/esim-cards.css?inline'
import fieldStyles from '../../client/styles/fields.css?inline'
import firstStyles from '../../client/styles/first.css?inline'
import footerStyles from '../../client/styles/footer.css?inline'
import heroStyles from '../../client/styles/hero.css?inline'
import largeFormStyles from '../../client/styles/forms.css?inline'
import mapStyles from '../../client/styles/maps.css?inline'
import noticeStyles from '../../client/styles/notices.css?inline'
import openingStyles from '../../client/styles/openings.css?inline'
import orderStyles from '../../client/styles/order.css?inline'
import orderOpeningStyles from '../../client/styles/order-opening.css?inline'
import passStyles from '../../client/styles/passes.css?inline'
import phoneStyles from '../../client/styles/phones.css?inline'
import phoneOpeningStyles from '../../client/styles/phone-openings.css?inline'
import placeStyles from '../../client/styles/place-lists.css?inline'
import planStyles from '../../client/styles/plan.css?inline'
import planPassStyles from '../../client/styles/plan-pass.css?inline'
import postStyles from '../../client/styles/post.css?inline'
import purchaseStyles from '../../client/styles/purchase.css?inline'
import questionStyles from '../../client/styles/questions.css?inline'
import restStyles from '../../client/styles/rest.css?inline'
import resultStyles from '../../client/styles/result.css?inline'
import reviewStyles from '../../client/styles/reviews.css?inline'
import searchStyles from '../../client/styles/search.css?inline'
import tripStyles from '../../client/styles/trip.css?inline'
import wayStyles from '../../client/styles/ways.css?inline'

/**
 * All styles are inlined, so that no page waits for a second request. `first.css` has those of the
 * header and of openings, and `rest.css` the others of every page. Those of the footer, of notices
 * and of what appears after an interaction follow the content. A page that has forms only in its
 * dialogs does not need `forms.css`: a dialog adds it from the page that contains its form.
 */
export { firstStyles }

// Joined here, because a file that imports another repeats its text in the worker.
const shortFormStyles = dialogStyles + fieldStyles
export const formStyles = shortFormStyles + largeFormStyles
const esimStyles = codeStyles + phoneStyles
const privateStyles = esimStyles + purchaseStyles + eidCheckStyles

type StylesOfPage = {
  /** Styles in the head, in addition to `firstStyles`. */
  readonly opening?: readonly string[]
  /**
   * Styles below the opening, in addition to `restStyles`. Null if the head has all styles of the
   * content.
   */
  readonly content?: readonly string[] | null
  /** Whether the page has a form outside its dialogs. */
  readonly hasForm?: true
  /**
   * Whether the page adds `ContentStyles` itself: below a part of its opening, or above a form that
   * a dialog shows together with the opening.
   */
  readonly isInPage?: true
}

const passesInLists = [passStyles, catalogueStyles]
const listOfPlans = [questionStyles, ...passesInLists]
const form = { hasForm: true } as const

const stylesOf = {
  home: { opening: [searchStyles, heroStyles], content: passesInLists },
  /** A list of plans. */
  plans: { opening: [searchStyles], content: listOfPlans },
  /** Begins with advice on when to install an eSIM, and has no map. */
  advice: { opening: [openingStyles], content: listOfPlans },
  country: {
    opening: [coverStyles, openingStyles],
    content: [...passesInLists, mapStyles],
  },
  /** Its opening has a coverage map. */
  worldRegion: {
    opening: [openingStyles],
    content: [...passesInLists, mapStyles],
    isInPage: true,
  },
  plan: { opening: [planPassStyles], content: [planStyles] },
  planWithMap: { opening: [planPassStyles], content: [planStyles, mapStyles] },
  /** A sold-out plan, with other plans. */
  planAndOthers: {
    opening: [planPassStyles],
    content: [planStyles, passStyles, mapStyles],
  },
  trip: {
    opening: [searchStyles],
    content: [...listOfPlans, fieldStyles, mapStyles, tripStyles],
  },
  /** Compares plans, and lists plans without passes. */
  compare: { ...form, opening: [searchStyles], content: [placeStyles, compareStyles] },
  /** Lists places and has no plans. */
  placeList: { opening: [searchStyles], content: [placeStyles] },
  /** An article, painted at once. */
  article: { opening: [articleStyles], content: null },
  /** An error, painted at once. */
  error: { opening: [errorStyles], content: null },
  /** An article, with plans or countries beside it. */
  post: {
    opening: [articleStyles, postStyles],
    content: passesInLists,
    isInPage: true,
  },
  /** An error that offers to send a form again. */
  failedForm: { ...form, opening: [errorStyles] },
  /** Lists questions, painted at once. */
  questions: { opening: [searchStyles, questionStyles], content: null },
  /** Lists reviews, painted at once. */
  reviews: { opening: [reviewStyles], content: null },
  /** Explains, and lists links with a text. */
  ways: { content: [wayStyles] },
  /** Lists posts, painted at once: their texts are larger than the opening. */
  posts: { opening: [wayStyles], content: null },
  /** Shows texts and forms. */
  form: { ...form, content: [questionStyles] },
  signIn: { ...form, isInPage: true },
  order: { ...form, opening: [orderOpeningStyles], content: [orderStyles], isInPage: true },
  /** An order of a sold-out plan, with other plans. */
  soldOutOrder: {
    opening: [orderOpeningStyles],
    content: passesInLists,
    isInPage: true,
  },
  /** A paid order of ten eSIMs has no bytes left for other styles. */
  purchase: {
    ...form,
    opening: [resultStyles],
    content: [esimCardStyles, accountStyles, codeStyles, purchaseStyles],
    isInPage: true,
  },
  /** Says why an order or an eSIM has ended. */
  result: { opening: [noticeStyles, resultStyles], content: null },
  /** The same, and shows the numbers of the eSIM. */
  expiredEsim: {
    opening: [noticeStyles, resultStyles],
    content: [privateStyles],
    isInPage: true,
  },
  /** The steps for each phone leave no space for the styles of large forms. */
  esim: { opening: [phoneOpeningStyles], content: [shortFormStyles, esimStyles] },
  /** Begins with a pass, whose styles follow the heading. */
  usage: {
    ...form,
    opening: [planPassStyles],
    content: [balanceStyles, privateStyles],
    isInPage: true,
  },
  check: {
    ...form,
    opening: [searchStyles, phoneOpeningStyles],
    content: [...listOfPlans, resultStyles, privateStyles],
  },
  partner: { ...form, content: [questionStyles, esimCardStyles, accountStyles, privateStyles] },
  /** A list of eSIMs, or a page that fits no other kind. */
  account: {
    ...form,
    opening: [noticeStyles, esimCardStyles],
    content: [accountStyles, privateStyles],
  },
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
  const { isInPage }: StylesOfPage = stylesOf[kind]
  return isInPage === true
}

const elements = new Map<PageStyles, StyleElements>()

export function styleElements(kind: PageStyles): StyleElements {
  const known = elements.get(kind)
  if (known) return known
  const { opening = [], content }: StylesOfPage = stylesOf[kind]
  const created = {
    head: [firstStyles, ...opening].join(''),
    content: contentElements(stylesOf[kind]),
    footer: content === null ? restStyles + footerStyles : footerStyles,
  }
  elements.set(kind, created)
  return created
}

function contentElements({ content = [], hasForm }: StylesOfPage): string[] {
  if (content === null) return []
  const others = content.join('')
  const texts = hasForm ? [restStyles, formStyles, others] : [restStyles + others]
  return texts.filter((text) => text !== '')
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

type Props = { readonly styles: PageStyles }

/** Adds the styles of the header and of the page's opening. */
export function OpeningStyles({ styles }: Props) {
  return <Styles text={styleElements(styles).head} />
}

/**
 * Adds the styles of the content below the opening. HTML requires them in the head. Every browser
 * also applies them here, and paints the content above them while they load.
 */
export function ContentStyles({ styles }: Props) {
  return styleElements(styles).content.map((text) => <Styles key={text} text={text} />)
}

/** Adds the styles of the content above it, unless the page adds them itself. */
export function StylesAboveContent({ styles }: Props) {
  return addsStylesInPage(styles) ? null : <ContentStyles styles={styles} />
}

/** Adds the styles that the content does not need, below the content. */
export function FooterStyles({ styles }: Props) {
  return <Styles text={styleElements(styles).footer} />
}

/** Adds the styles of a form that is alone on its page. */
export function LoneFormStyles() {
  return (
    <>
      <Styles text={restStyles} />
      <Styles text={formStyles} />
    </>
  )
}

/** A dialog finds the styles of forms by their id, in the page that contains its form. */
function Styles({ text }: { text: string }) {
  const id = text === formStyles ? 'form-styles' : undefined
  return <style id={id} dangerouslySetInnerHTML={{ __html: text }} />
}
