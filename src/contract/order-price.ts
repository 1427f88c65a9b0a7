import { z } from 'zod'
import { product } from '../domain/product.ts'
import { email, lang, prices, tariffID } from './common.ts'
import { post } from './endpoint.ts'
import { isOne, marketingCode } from './purchase.ts'
import { topUpChoice } from './top-ups.ts'

export const orderPrice = post(
  `/web-${product.slug}-price`,
  'Get the price of an order',
  z
    .object({
      lang,
      tariffID: tariffID.optional().describe('The plan. Leave `topUp` out then'),
      topUp: topUpChoice.optional().describe('A top-up. Leave `tariffID` out then'),
      email: email.optional().describe('Checks the limit per customer of the promo code'),
      promocode: marketingCode.optional().describe('Promo code, in upper or lower case'),
    })
    .refine(({ tariffID: plan, topUp }) => isOne(plan, topUp), {
      path: ['tariffID'],
      error: 'must be there without topUp, and only then',
    }),
  z.object({
    data: z.object({
      prices: prices.describe('Prices of the plan or top-up'),
      totals: prices.describe('What an order costs in each currency, after the promo code'),
    }),
  }),
  { extension: true },
)
