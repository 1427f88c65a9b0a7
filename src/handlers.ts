import type { z } from 'zod'
import { getDeliveryCounts } from './orders/delivery-counts.ts'
import { listCountries, listOperators, listRegions } from './plans/places.ts'
import { listFares, listPlanIndex, listPlans, listPopularPlans, tariffByID } from './plans/plans.ts'
import { listReviews, ownReview, sendReview } from './reviews/reviews.ts'
import { listPosts, postByID } from './texts/blog.ts'
import { listFaq, reviewAnswer } from './texts/faq.ts'
import { getLegalText, textsOfCountry, textsOfRegion } from './texts/place-texts.ts'
import type { OperationResult } from './api/operation-result.ts'
import type { BackendContext, KeyContext, OperationRequest, SessionContext } from './context.ts'
import { lazy } from './kit/text.shared.ts'
import type { InputOf, OperationName, Operations } from './operations.ts'

type Handler<Name extends OperationName> = (
  context: Operations[Name]['session'] extends 'customer' | 'referrer'
    ? SessionContext
    : Operations[Name]['session'] extends 'key'
      ? KeyContext
      : BackendContext,
  input: InputOf<Name>,
  request: OperationRequest,
) => Promise<OperationResult<z.input<Operations[Name]['output']>>>

/**
 * Returns a handler that loads its module at its first call. Only the handlers of public pages are
 * loaded with the backend, because reads that start together share a call to D1.
 */
function from<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] {
  const handlerOf = lazy(async () => (await load())[name] as AnyFunction)
  const handle: AnyFunction = async (...args) => (await handlerOf())(...args)
  return handle as Module[Name] // calls the function of this name
}

type AnyFunction = (...args: readonly unknown[]) => unknown

const stockAlerts = async () => import('./plans/stock-alerts.ts')
const esims = async () => import('./esims/esims.ts')
const customerSignIn = async () => import('./accounts/customer-sign-in.ts')
const account = async () => import('./accounts/account.ts')
const sessions = async () => import('./accounts/sessions.ts')
const customerSessions = async () => (await sessions()).sessionOperations('customer')
const partnerSessions = async () => (await sessions()).sessionOperations('referrer')
const signIn = async () => import('./partners/sign-in.ts')
const passkeys = async () => import('./partners/passkeys.ts')
const officeApi = async () => import('./office/office-api.ts')
const passkeyChanges = async () => import('./partners/passkey-changes.ts')

/** What each operation runs. A missing operation does not compile. */
export const handlers: { readonly [Name in OperationName]: Handler<Name> } = {
  countries: listCountries,
  regions: listRegions,
  operators: listOperators,
  tariffsMarketplace: listPlans,
  tariffsPopular: listPopularPlans,
  tariffFares: listFares,
  tripPlans: from(async () => import('./plans/trip-plans.ts'), 'planTrip'),
  tariffIndex: listPlanIndex,
  stockAlert: from(stockAlerts, 'requestStockAlert'),
  stockAlertConfirm: from(stockAlerts, 'confirmStockAlert'),
  stockAlertState: from(stockAlerts, 'stockAlertState'),
  stockAlertDelete: from(stockAlerts, 'deleteStockAlert'),
  tariff: tariffByID,
  orderPrice: from(async () => import('./orders/quote-order.ts'), 'getOrderPrice'),
  deliveryCounts: getDeliveryCounts,
  activation: from(async () => import('./orders/place-order.ts'), 'placeOrder'),
  invoice: from(async () => import('./orders/orders.ts'), 'orderByID'),
  invoicePayment: from(async () => import('./orders/start-payment.ts'), 'payAgain'),
  esim: from(esims, 'esimByHash'),
  esimInfo: from(esims, 'esimInfo'),
  esimResend: from(async () => import('./esims/esim-mail.ts'), 'resendEsim'),
  esimGiveBack: from(async () => import('./purchases/give-back.ts'), 'giveBack'),
  esimProgress: from(esims, 'setProgress'),
  esimUsageMails: from(async () => import('./esims/usage-mails.ts'), 'setUsageMails'),
  esimReminder: from(async () => import('./esims/departure-reminders.ts'), 'setReminder'),
  esimPush: from(async () => import('./messages/push.ts'), 'setPush'),
  esimTopUps: from(esims, 'listTopUps'),
  esimReview: ownReview,
  esimReviewSend: sendReview,
  reviews: listReviews,
  faq: listFaq,
  faqReview: reviewAnswer,
  mailNotify: from(async () => import('./messages/contact-message.ts'), 'sendContactMessage'),
  blogs: listPosts,
  blog: postByID,
  countryTexts: textsOfCountry,
  regionTexts: textsOfRegion,
  legalText: getLegalText,
  passwordLogin: from(customerSignIn, 'loginByPassword'),
  passwordLogout: from(sessions, 'logOut'),
  passwordUser: from(account, 'profile'),
  customerCodeSend: from(customerSignIn, 'sendCustomerCode'),
  customerAuth: from(customerSignIn, 'authByCode'),
  registerConfirm: from(customerSignIn, 'confirmRegistration'),
  customerLogout: from(sessions, 'logOut'),
  customerProfile: from(account, 'profile'),
  customerPassword: from(account, 'setPassword'),
  customerSessions: from(customerSessions, 'list'),
  customerSessionsEnd: from(customerSessions, 'end'),
  customerEsims: from(esims, 'listCustomerEsims'),
  referrer: from(async () => import('./partners/partners.ts'), 'partnerAccount'),
  referrerLogout: from(sessions, 'logOut'),
  referrerCodeSend: from(signIn, 'sendPartnerCode'),
  referrerConfirm: from(signIn, 'confirmPartner'),
  referrerTransactions: from(async () => import('./partners/transactions.ts'), 'listTransactions'),
  referrerWithdrawal: from(async () => import('./partners/withdrawals.ts'), 'withdraw'),
  referrerSessions: from(partnerSessions, 'list'),
  referrerSessionsEnd: from(partnerSessions, 'end'),
  referrerPasskeys: from(passkeys, 'listPasskeys'),
  referrerPasskeyChallenge: from(passkeys, 'challengePasskey'),
  referrerPasskeySettings: from(passkeys, 'openPasskeySettings'),
  referrerPasskeyAdd: from(passkeyChanges, 'addPasskey'),
  referrerPasskeyRemove: from(passkeyChanges, 'removePasskey'),
  referrerPasskeyRecovery: from(passkeyChanges, 'recoverPasskeys'),
  officeOrders: from(officeApi, 'listOrders'),
  officeOrder: from(officeApi, 'orderByNumber'),
  officeOrderResend: from(officeApi, 'resendOrder'),
  officeEsims: from(officeApi, 'listEsims'),
  officeEsim: from(officeApi, 'esimByIccid'),
}
