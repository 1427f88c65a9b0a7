import * as z from 'zod/mini'

export type WithdrawalValues = { readonly payoutDetails: string; readonly idempotencyKey: string }

/** Messages are names of words. */
export const withdrawalSchema = z.object({
  payoutDetails: z
    .string()
    .check(z.minLength(5, 'partner.payoutInvalid'), z.maxLength(300, 'partner.payoutInvalid')),
  idempotencyKey: z.string(),
})
