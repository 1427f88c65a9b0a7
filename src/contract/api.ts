import { blog, blogs } from './blog.ts'
import * as catalogue from './catalogue.ts'
import { faq } from './faq.ts'
import { mailNotify } from './notify.ts'
import { countryTexts, regionTexts } from './place-texts.ts'
import * as purchase from './purchase.ts'

/** Every call of the shop's API by the name the client calls it. */
export const api = {
  countries: catalogue.countries,
  regions: catalogue.regions,
  operators: catalogue.operators,
  tariffsMarketplace: catalogue.tariffsMarketplace,
  tariffsPopular: catalogue.tariffsPopular,
  tariff: catalogue.tariffByID,
  activation: purchase.activation,
  invoice: purchase.invoiceByID,
  invoicePayment: purchase.invoicePayment,
  esim: purchase.esimByHash,
  esimInfo: purchase.esimInfo,
  faq,
  mailNotify,
  blogs,
  blog,
  countryTexts,
  regionTexts,
} as const

export type Api = typeof api
export type Operation = keyof Api
