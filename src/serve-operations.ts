import { operations } from './operations.ts'
import { listCountries, listRegions } from './plans/countries.ts'
import { listOperators } from './plans/operators.ts'
import { listFares } from './plans/read-fares.ts'
import { planTrip } from './plans/trip-plans.ts'
import { listTariffIndex, listPopularTariffs, listTariffs, tariffByID } from './plans/plans.ts'
import { listCustomerEsims, logOut, profile, setPassword } from './accounts/account.ts'
import {
  authByCode,
  confirmRegistration,
  loginByPassword,
  sendCustomerCode,
} from './accounts/customer-sign-in.ts'
import { esimByHash, esimInfo } from './esims/esims.ts'
import { listTopUps } from './esims/list-top-ups.ts'
import { setProgress } from './esims/esim-rows.ts'
import { resendEsim } from './esims/esim-copy.ts'
import { setReminder } from './esims/departure-reminders.ts'
import { setUsageMails } from './esims/usage-mails.ts'
import { setPush } from './messages/push.ts'
import { countContactMessage, sendContactMessage } from './messages/contact-message.ts'
import { placeOrder } from './orders/place-order.ts'
import { invoiceByID } from './orders/orders.ts'
import { getDeliveryCounts } from './orders/delivery-counts.ts'
import { getOrderPrice } from './orders/order-price.ts'
import { payAgain } from './orders/pay-again.ts'
import { addPasskey, recoverPasskeys, removePasskey } from './partners/passkey-changes.ts'
import { challengePasskey, listPasskeys, openPasskeySettings } from './partners/passkeys.ts'
import { referrerAccount } from './partners/partners.ts'
import { confirmReferrer, logOutReferrer, sendReferrerCode } from './partners/sign-in.ts'
import { listTransactions } from './partners/transactions.ts'
import { withdraw } from './partners/withdrawals.ts'
import { listReviews, ownReview, sendReview } from './reviews/reviews.ts'
import { serveOperation, serveRead } from './serve-operation.ts'
import type { OperationServer } from './serve-operation.ts'
import { sessionOperations } from './accounts/sessions.ts'
import { listPosts, postByID } from './texts/blog.ts'
import { listFaq, reviewAnswer } from './texts/faq.ts'
import { getLegalText, textsOfCountry, textsOfRegion } from './texts/place-texts.ts'

export function serveOperations(server: OperationServer): void {
  serveCatalogue(server)
  serveOrders(server)
  serveTexts(server)
  servePartners(server)
  serveCustomers(server)
}

function serveCatalogue(server: OperationServer): void {
  serveRead(server, operations.countries, listCountries)
  serveRead(server, operations.regions, listRegions)
  serveRead(server, operations.operators, listOperators)
  serveRead(server, operations.tariffsMarketplace, listTariffs)
  serveRead(server, operations.tariffsPopular, listPopularTariffs)
  serveRead(server, operations.tariffFares, listFares)
  serveRead(server, operations.tripPlans, planTrip)
  serveRead(server, operations.tariffIndex, listTariffIndex)
  serveRead(server, operations.tariff, tariffByID)
  serveRead(server, operations.deliveryCounts, getDeliveryCounts)
}

/** Adds operations for orders and for delivered eSIMs. */
function serveOrders({ app }: OperationServer): void {
  serveOperation(app, operations.orderPrice, getOrderPrice)
  serveOperation(app, operations.activation, placeOrder, {
    // The specification (section 8) prescribes this message.
    emailMessage: 'order.emailInvalid',
  })
  serveOperation(app, operations.invoice, invoiceByID)
  serveOperation(app, operations.invoicePayment, payAgain)
  serveOperation(app, operations.esim, esimByHash)
  serveOperation(app, operations.esimInfo, esimInfo)
  serveOperation(app, operations.esimResend, resendEsim)
  serveOperation(app, operations.esimProgress, setProgress)
  serveOperation(app, operations.esimUsageMails, setUsageMails)
  serveOperation(app, operations.esimReminder, setReminder)
  serveOperation(app, operations.esimPush, setPush)
  serveOperation(app, operations.esimTopUps, listTopUps)
  serveOperation(app, operations.esimReview, ownReview)
  serveOperation(app, operations.esimReviewSend, sendReview)
}

/** Adds operations for reviews, questions, posts, other texts, and messages to the shop. */
function serveTexts(server: OperationServer): void {
  const { app } = server
  serveRead(server, operations.reviews, listReviews)
  serveRead(server, operations.faq, listFaq)
  serveOperation(app, operations.faqReview, reviewAnswer)
  serveOperation(app, operations.mailNotify, sendContactMessage, {
    countRequest: countContactMessage,
  })
  serveRead(server, operations.blogs, listPosts)
  serveRead(server, operations.blog, postByID)
  serveRead(server, operations.countryTexts, textsOfCountry)
  serveRead(server, operations.regionTexts, textsOfRegion)
  serveRead(server, operations.legalText, getLegalText)
}

function servePartners({ app }: OperationServer): void {
  serveOperation(app, operations.referrer, referrerAccount)
  serveOperation(app, operations.referrerLogout, logOutReferrer)
  serveOperation(app, operations.referrerCodeSend, sendReferrerCode)
  serveOperation(app, operations.referrerConfirm, confirmReferrer)
  serveOperation(app, operations.referrerTransactions, listTransactions)
  serveOperation(app, operations.referrerWithdrawal, withdraw)
  const sessions = sessionOperations('referrer')
  serveOperation(app, operations.referrerSessions, sessions.list)
  serveOperation(app, operations.referrerSessionsEnd, sessions.end)
  serveOperation(app, operations.referrerPasskeys, listPasskeys)
  serveOperation(app, operations.referrerPasskeyChallenge, challengePasskey)
  serveOperation(app, operations.referrerPasskeySettings, openPasskeySettings)
  serveOperation(app, operations.referrerPasskeyAdd, addPasskey)
  serveOperation(app, operations.referrerPasskeyRemove, removePasskey)
  serveOperation(app, operations.referrerPasskeyRecovery, recoverPasskeys)
}

function serveCustomers({ app }: OperationServer): void {
  serveOperation(app, operations.passwordLogin, loginByPassword)
  serveOperation(app, operations.passwordLogout, logOut)
  serveOperation(app, operations.passwordUser, profile)
  serveOperation(app, operations.customerCodeSend, sendCustomerCode)
  serveOperation(app, operations.customerAuth, authByCode)
  serveOperation(app, operations.registerConfirm, confirmRegistration)
  serveOperation(app, operations.customerLogout, logOut)
  serveOperation(app, operations.customerProfile, profile)
  serveOperation(app, operations.customerPassword, setPassword)
  const sessions = sessionOperations('customer')
  serveOperation(app, operations.customerSessions, sessions.list)
  serveOperation(app, operations.customerSessionsEnd, sessions.end)
  serveOperation(app, operations.customerEsims, listCustomerEsims)
}
