import { z } from 'zod'
import { maxLines } from '../kit/order-number.ts'
import { product } from '../kit/product.shared.ts'
import { email, lang, prices, tariffID } from '../api/common.ts'
import { post } from '../api/endpoint.ts'
import { isOne, marketingCode } from './purchase.ts'
import { topUpChoice } from '../esims/top-ups-contract.ts'

export const orderPrice = post(
  `/web-${product.slug}-price`,
  'Get the price of an order',
  z
    .object({
      lang,
      tariffID: tariffID.optional().describe('The plan of an order for one plan'),
      tariffIDs: z
        .array(tariffID)
        .min(1)
        .max(maxLines)
        .optional()
        .describe('The plans of the order, one for each line. Replaces `tariffID`'),
      topUp: topUpChoice.optional().describe('A top-up instead of plans'),
      email: email.optional().describe('Checks the limit per customer of the promo code'),
      promocode: marketingCode.optional().describe('Promo code, in upper or lower case'),
    })
    .refine(({ tariffID: plan, tariffIDs, topUp }) => isOne(plan, tariffIDs, topUp), {
      path: ['tariffID'],
      error: 'is required without tariffIDs and topUp, and not allowed with them',
    }),
  z.object({
    data: z.object({
      prices: prices.describe('Prices of the plans or the top-up, in the currencies they all have'),
      totals: prices.describe('Price of an order in each currency, after the promo code'),
    }),
  }),
  { isExtension: true },
)
