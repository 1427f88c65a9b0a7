import { z } from 'zod'
import { product } from '../domain/product.ts'
import { email, lang, prices, tariffID } from './common.ts'
import { post } from './endpoint.ts'
import { marketingCode } from './purchase.ts'

export const orderPrice = post(
  `/web-${product.slug}-price`,
  'Get the price of an order',
  z.object({
    lang,
    tariffID,
    email: email.optional().describe('Checks the limit per customer of the promo code'),
    promocode: marketingCode.optional().describe('Promo code, in upper or lower case'),
  }),
  z.object({
    data: z.object({
      prices: prices.describe('Prices of the plan'),
      totals: prices.describe('What an order costs in each currency, after the promo code'),
    }),
  }),
  { extension: true },
)
