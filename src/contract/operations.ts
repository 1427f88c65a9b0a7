import { blog, blogs } from './blog.ts'
import * as catalogue from './catalogue.ts'
import * as customer from './customer.ts'
import { faq, faqReview } from './faq.ts'
import { mailNotify } from './mail-notify.ts'
import { countryTexts, regionTexts } from './place-texts.ts'
import * as purchase from './purchase.ts'
import * as referrer from './referrer.ts'

export const operations = {
  countries: catalogue.countries,
  regions: catalogue.regions,
  operators: catalogue.operators,
  tariffsMarketplace: catalogue.tariffsMarketplace,
  tariffsPopular: catalogue.tariffsPopular,
  tariffIndex: catalogue.tariffIndex,
  tariff: catalogue.tariffByID,
  activation: purchase.activation,
  invoice: purchase.invoiceByID,
  invoicePayment: purchase.invoicePayment,
  esim: purchase.esimByHash,
  esimInfo: purchase.esimInfo,
  esimResend: purchase.esimResend,
  faq,
  faqReview,
  mailNotify,
  blogs,
  blog,
  countryTexts,
  regionTexts,
  referrer: referrer.referrerAccount,
  referrerLogout: referrer.referrerLogout,
  referrerCodeSend: referrer.referrerCodeSend,
  referrerConfirm: referrer.referrerConfirm,
  referrerTransactions: referrer.referrerTransactions,
  referrerWithdrawal: referrer.referrerWithdrawal,
  passwordLogin: customer.passwordLogin,
  passwordLogout: customer.passwordLogout,
  passwordUser: customer.passwordUser,
  customerCodeSend: customer.customerCodeSend,
  customerAuth: customer.customerAuth,
  registerConfirm: customer.registerConfirm,
  customerLogout: customer.customerLogout,
  customerProfile: customer.customerProfile,
  customerPassword: customer.customerPassword,
  customerEsims: customer.customerEsims,
} as const

export type Operations = typeof operations
export type OperationName = keyof Operations
