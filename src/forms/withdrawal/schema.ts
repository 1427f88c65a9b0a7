import * as z from 'zod/mini'
import { secretID } from '../../domain/secret-id.ts'
import type { FieldReader } from '../field-reader.ts'

export type WithdrawalValues = { readonly payoutDetails: string; readonly idempotencyKey: string }

/** Messages are names of words. */
export const withdrawalSchema = z.object({
  payoutDetails: z
    .string()
    .check(z.minLength(5, 'partner.payoutInvalid'), z.maxLength(300, 'partner.payoutInvalid')),
  idempotencyKey: z.string(),
})

export function withdrawalIn(form: FieldReader): WithdrawalValues {
  return {
    payoutDetails: form.text('payoutDetails'),
    idempotencyKey: form.text('idempotencyKey') || secretID(),
  }
}
