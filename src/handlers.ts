import type { z } from 'zod'
import { listCountries, listRegions, listOperators } from './plans/places.ts'
import { listFares, listPlanIndex, listPopularPlans, listPlans, tariffByID } from './plans/plans.ts'
import { planTrip } from './plans/trip-plans.ts'
import { logOut, profile, setPassword } from './accounts/account.ts'
import {
  authByCode,
  confirmRegistration,
  loginByPassword,
  sendCustomerCode,
} from './accounts/customer-sign-in.ts'
import { sessionOperations } from './accounts/sessions.ts'
import type { OperationResult } from './api/operation-result.ts'
import type { BackendContext, OperationRequest, SessionContext } from './context.ts'
import { esimByHash, esimInfo, listCustomerEsims, listTopUps, setProgress } from './esims/esims.ts'
import { resendEsim } from './esims/esim-mail.ts'
import { setReminder } from './esims/departure-reminders.ts'
import { setUsageMails } from './esims/usage-mails.ts'
import { setPush } from './messages/push.ts'
import { sendContactMessage } from './messages/contact-message.ts'
import type { InputOf, OperationName, Operations } from './operations.ts'
import { placeOrder } from './orders/place-order.ts'
import { invoiceByID } from './orders/orders.ts'
import { getDeliveryCounts } from './orders/delivery-counts.ts'
import { getOrderPrice } from './orders/quote-order.ts'
import { payAgain } from './orders/start-payment.ts'
import { addPasskey, recoverPasskeys, removePasskey } from './partners/passkey-changes.ts'
import { challengePasskey, listPasskeys, openPasskeySettings } from './partners/passkeys.ts'
import { partnerAccount } from './partners/partners.ts'
import { confirmPartner, logOutPartner, sendPartnerCode } from './partners/sign-in.ts'
import { listTransactions } from './partners/transactions.ts'
import { withdraw } from './partners/withdrawals.ts'
import { listReviews, ownReview, sendReview } from './reviews/reviews.ts'
import { listPosts, postByID } from './texts/blog.ts'
import { listFaq, reviewAnswer } from './texts/faq.ts'
import { getLegalText, textsOfCountry, textsOfRegion } from './texts/place-texts.ts'

type Handler<Name extends OperationName> = (
  context: Operations[Name]['session'] extends 'customer' | 'referrer'
    ? SessionContext
    : BackendContext,
  input: InputOf<Name>,
  request: OperationRequest,
) => Promise<OperationResult<z.input<Operations[Name]['output']>>>

const customerSessions = sessionOperations('customer')
const partnerSessions = sessionOperations('referrer')

/** What each operation runs. A missing operation does not compile. */
export const handlers: { readonly [Name in OperationName]: Handler<Name> } = {
  countries: listCountries,
  regions: listRegions,
  operators: listOperators,
  tariffsMarketplace: listPlans,
  tariffsPopular: listPopularPlans,
  tariffFares: listFares,
  tripPlans: planTrip,
  tariffIndex: listPlanIndex,
  tariff: tariffByID,
  orderPrice: getOrderPrice,
  deliveryCounts: getDeliveryCounts,
  activation: placeOrder,
  invoice: invoiceByID,
  invoicePayment: payAgain,
  esim: esimByHash,
  esimInfo,
  esimResend: resendEsim,
  esimProgress: setProgress,
  esimUsageMails: setUsageMails,
  esimReminder: setReminder,
  esimPush: setPush,
  esimTopUps: listTopUps,
  esimReview: ownReview,
  esimReviewSend: sendReview,
  reviews: listReviews,
  faq: listFaq,
  faqReview: reviewAnswer,
  mailNotify: sendContactMessage,
  blogs: listPosts,
  blog: postByID,
  countryTexts: textsOfCountry,
  regionTexts: textsOfRegion,
  legalText: getLegalText,
  passwordLogin: loginByPassword,
  passwordLogout: logOut,
  passwordUser: profile,
  customerCodeSend: sendCustomerCode,
  customerAuth: authByCode,
  registerConfirm: confirmRegistration,
  customerLogout: logOut,
  customerProfile: profile,
  customerPassword: setPassword,
  customerSessions: customerSessions.list,
  customerSessionsEnd: customerSessions.end,
  customerEsims: listCustomerEsims,
  referrer: partnerAccount,
  referrerLogout: logOutPartner,
  referrerCodeSend: sendPartnerCode,
  referrerConfirm: confirmPartner,
  referrerTransactions: listTransactions,
  referrerWithdrawal: withdraw,
  referrerSessions: partnerSessions.list,
  referrerSessionsEnd: partnerSessions.end,
  referrerPasskeys: listPasskeys,
  referrerPasskeyChallenge: challengePasskey,
  referrerPasskeySettings: openPasskeySettings,
  referrerPasskeyAdd: addPasskey,
  referrerPasskeyRemove: removePasskey,
  referrerPasskeyRecovery: recoverPasskeys,
}
