import * as accountSessions from './account-sessions.ts'
import { blog, blogs } from './blog.ts'
import * as customerSignIn from './customer-sign-in.ts'
import * as customer from './customer.ts'
import * as esims from './esims.ts'
import { deliveryCounts } from './delivery-counts.ts'
import { faq, faqReview } from './faq.ts'
import { invoiceByID, invoicePayment } from './invoices.ts'
import { legalText } from './legal-text.ts'
import { mailNotify } from './mail-notify.ts'
import { operators } from './operators.ts'
import * as passkeys from './passkeys.ts'
import { countryTexts, regionTexts } from './place-texts.ts'
import { countries, regions } from './places.ts'
import { orderPrice } from './order-price.ts'
import { activation } from './purchase.ts'
import * as referrer from './referrer.ts'
import {
  tariffByID,
  tariffFares,
  tariffIndex,
  tariffsMarketplace,
  tariffsPopular,
} from './tariffs.ts'
import * as reviews from './reviews.ts'
import { esimTopUps } from './top-ups.ts'
import { tripPlans } from './trip-plans.ts'

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
