import ofAll from '../../client/styles/first.css?inline'
import ofRest from '../../client/styles/rest.css?inline'
import ofForms from '../../client/styles/forms.css?inline'
import ofHero from '../../client/styles/hero.css?inline'
import ofOpenings from '../../client/styles/openings.css?inline'
import ofFooter from '../../client/styles/footer.css?inline'
import ofErrors from '../../client/styles/error.css?inline'
import ofPosts from '../../client/styles/post.css?inline'
import ofSearch from '../../client/styles/search.css?inline'
import ofArticles from '../../client/styles/article.css?inline'
import ofReviews from '../../client/styles/reviews.css?inline'
import ofNotices from '../../client/styles/notices.css?inline'
import ofResults from '../../client/styles/result.css?inline'
import ofBalances from '../../client/styles/balance.css?inline'
import ofEsimCards from '../../client/styles/esim-cards.css?inline'
import ofPhoneOpenings from '../../client/styles/phone-openings.css?inline'
import ofQuestions from '../../client/styles/questions.css?inline'
import ofWays from '../../client/styles/ways.css?inline'
import ofPasses from '../../client/styles/passes.css?inline'
import ofPlanPass from '../../client/styles/plan-pass.css?inline'
import ofPlan from '../../client/styles/plan.css?inline'
import ofCatalogue from '../../client/styles/catalogue.css?inline'
import ofTrips from '../../client/styles/trip.css?inline'
import ofComparisons from '../../client/styles/compare.css?inline'
import ofPlaces from '../../client/styles/place-lists.css?inline'
import ofMaps from '../../client/styles/maps.css?inline'
import ofOrderOpenings from '../../client/styles/order-opening.css?inline'
import ofOrders from '../../client/styles/order.css?inline'
import ofAccounts from '../../client/styles/accounts.css?inline'
import ofPrivatePages from '../../client/styles/private.css?inline'

/**
 * Styles of the header and of the opening of a page. They are inlined, so that no page waits for a
 * second request. The other styles are below the opening, so that a slow connection shows the
 * opening first.
 */
export const firstStyles: string = ofAll

/** Styles of the opening of the home page. */
export const heroStyles: string = ofHero

/** Styles of openings with an entry stamp or advice. */
export const openingStyles: string = ofOpenings

/** The other styles of every page, except those of the footer. */
export const restStyles: string = ofRest

/**
 * Styles of the footer, of the notices above it, and of what appears after an interaction. They
 * follow the content.
 */
export const footerStyles: string = ofFooter

/**
 * Styles of forms and dialogs. A page that has forms only in its dialogs does not need them: a
 * dialog adds them from the page that contains its form.
 */
export const formStyles: string = ofForms

/** Styles of the openings of pages about an eSIM or a phone. */
export const phoneOpeningStyles: string = ofPhoneOpenings

/** Styles of lists of reviews. Together with `firstStyles`, they are all that these need. */
export const reviewStyles: string = ofReviews

/** Styles of notices, and of buttons side by side. */
export const noticeStyles: string = ofNotices

/** Styles of the openings of orders that were paid or ended, and of a sent review. */
export const resultStyles: string = ofResults

/** Styles of the data left of an eSIM. */
export const balanceStyles: string = ofBalances

/** Styles of lists of eSIMs and of sessions. */
export const esimCardStyles: string = ofEsimCards

/** Styles of articles. Together with `firstStyles`, they are all that these need. */
export const articleStyles: string = ofArticles

/** Styles of the text of a post, in addition to `articleStyles`. */
export const postStyles: string = ofPosts

/** Styles of errors and of their search. Together with `firstStyles`, they are all that these need. */
export const errorStyles: string = ofErrors

/** Styles of a search in an opening. */
export const searchStyles: string = ofSearch

/** Styles of questions. Together with `firstStyles` and `searchStyles`, they are all that these need. */
export const questionStyles: string = ofQuestions

/** Styles of lists of links with a text. Together with `firstStyles`, they are all that these need. */
export const wayStyles: string = ofWays

/** Styles of lists of plans. */
export const passStyles: string = ofPasses

/** Styles of the opening of a plan's page, which has one large pass. */
export const planPassStyles: string = ofPlanPass

/** Styles of a plan's coverage, and of the bar that buys it. */
export const planStyles: string = ofPlan

/**
 * Styles of lists of plans and of the home page, in addition to `passStyles`.
 */
export const catalogueStyles: string = ofCatalogue

/** Styles of the trip planner. */
export const tripStyles: string = ofTrips

/** Styles of plans side by side. */
export const compareStyles: string = ofComparisons

/** Styles of lists of countries and regions without plans. */
export const placeStyles: string = ofPlaces

/** Styles of coverage maps and entry stamps. */
export const mapStyles: string = ofMaps

/** Styles of the opening of an order form: its heading and its plans. */
export const orderOpeningStyles: string = ofOrderOpenings

/** Styles of the order form, which needs no others of private pages. */
export const orderStyles: string = ofOrders

/** Styles of private pages: purchases, eSIMs, phones and accounts. */
export const privateStyles: string = ofPrivatePages

/** Styles of accounts and orders, in addition to `privateStyles`. The pages of one eSIM omit them. */
export const accountStyles: string = ofAccounts
