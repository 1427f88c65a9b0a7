import * as z from 'zod/mini'
import { oneLine, payoutDetailsBounds } from '../../domain/field-limits.ts'
import { messageKey } from '../../locale/texts.ts'
import { readIdempotencyKey } from '../fields.ts'
import type { FieldReader } from '../form-values.ts'

export type WithdrawalValues = { readonly payoutDetails: string; readonly idempotencyKey: string }

const payoutInvalid = messageKey('partner.payoutInvalid')

export const withdrawalSchema = z.object({
  payoutDetails: z
    .string()
    .check(
      z.minLength(payoutDetailsBounds.min, payoutInvalid),
      z.maxLength(payoutDetailsBounds.max, payoutInvalid),
      z.regex(oneLine, payoutInvalid),
    ),
  idempotencyKey: z.string(),
})

export function readWithdrawal(form: FieldReader): WithdrawalValues {
  return {
    payoutDetails: form.text('payoutDetails'),
    idempotencyKey: readIdempotencyKey(form),
  }
}
