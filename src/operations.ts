import * as accountSessions from './accounts/account-sessions.ts'
import { blog, blogs } from './texts/blog-contract.ts'
import * as customerSignIn from './accounts/customer-sign-in-contract.ts'
import * as customer from './accounts/customer.ts'
import * as esims from './esims/esims-contract.ts'
import { deliveryCounts } from './orders/delivery-counts-contract.ts'
import { faq, faqReview } from './texts/faq-contract.ts'
import { invoiceByID, invoicePayment } from './orders/orders-contract.ts'
import { legalText } from './texts/legal-text-contract.ts'
import { mailNotify } from './messages/mail-notify.ts'
import { operators } from './plans/operators-contract.ts'
import * as passkeys from './partners/passkeys-contract.ts'
import { countryTexts, regionTexts } from './texts/place-texts-contract.ts'
import { countries, regions } from './plans/places.ts'
import { orderPrice } from './orders/order-price-contract.ts'
import { activation } from './orders/purchase.ts'
import * as referrer from './partners/partners-contract.ts'
import {
  tariffByID,
  tariffFares,
  tariffIndex,
  tariffsMarketplace,
  tariffsPopular,
} from './plans/plans-contract.ts'
import * as reviews from './reviews/reviews-contract.ts'
import { esimTopUps } from './esims/top-ups-contract.ts'
import { tripPlans } from './plans/trip-plans-contract.ts'

export const operations = {
  countries,
  regions,
  operators,
  tariffsMarketplace,
  tariffsPopular,
  tariffFares,
  tripPlans,
  tariffIndex,
  tariff: tariffByID,
  orderPrice,
  deliveryCounts,
  activation,
  invoice: invoiceByID,
  invoicePayment,
  esim: esims.esimByHash,
  esimInfo: esims.esimInfo,
  esimResend: esims.esimResend,
  esimProgress: esims.esimProgress,
  esimUsageMails: esims.esimUsageMails,
  esimReminder: esims.esimReminder,
  esimPush: esims.esimPush,
  esimTopUps,
  esimReview: reviews.esimReview,
  esimReviewSend: reviews.esimReviewSend,
  reviews: reviews.reviews,
  faq,
  faqReview,
  mailNotify,
  blogs,
  blog,
  countryTexts,
  regionTexts,
  legalText,
  referrer: referrer.referrerAccount,
  referrerLogout: referrer.referrerLogout,
  referrerCodeSend: referrer.referrerCodeSend,
  referrerConfirm: referrer.referrerConfirm,
  referrerTransactions: referrer.referrerTransactions,
  referrerWithdrawal: referrer.referrerWithdrawal,
  referrerSessions: accountSessions.referrerSessions,
  referrerSessionsEnd: accountSessions.referrerSessionsEnd,
  referrerPasskeys: passkeys.referrerPasskeys,
  referrerPasskeyChallenge: passkeys.referrerPasskeyChallenge,
  referrerPasskeySettings: passkeys.referrerPasskeySettings,
  referrerPasskeyAdd: passkeys.referrerPasskeyAdd,
  referrerPasskeyRemove: passkeys.referrerPasskeyRemove,
  referrerPasskeyRecovery: passkeys.referrerPasskeyRecovery,
  passwordLogin: customerSignIn.passwordLogin,
  passwordLogout: customerSignIn.passwordLogout,
  passwordUser: customerSignIn.passwordUser,
  customerCodeSend: customerSignIn.customerCodeSend,
  customerAuth: customerSignIn.customerAuth,
  registerConfirm: customerSignIn.registerConfirm,
  customerLogout: customerSignIn.customerLogout,
  customerProfile: customer.customerProfile,
  customerPassword: customerSignIn.customerPassword,
  customerSessions: accountSessions.customerSessions,
  customerSessionsEnd: accountSessions.customerSessionsEnd,
  customerEsims: customer.customerEsims,
} as const

export type Operations = typeof operations
export type OperationName = keyof Operations
