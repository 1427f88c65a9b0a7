import { z } from 'zod'

/** Requests of the published API: https://yookassa.ru/developers/api. Unknown fields are errors. */

const amount = z.strictObject({
  value: z.string().regex(/^[1-9]\d{0,9}\.\d{2}$/),
  currency: z.literal('RUB'),
})
const metadata = z
  .record(z.string().max(32), z.string().max(512))
  .refine((pairs) => Object.keys(pairs).length <= 16)
const receipt = z.strictObject({
  customer: z.strictObject({ email: z.email() }),
  items: z
    .array(
      z.strictObject({
        description: z.string().min(1).max(128),
        quantity: z.number().positive(),
        amount,
        vat_code: z.int().min(1).max(12),
        payment_mode: z.enum(['full_payment', 'full_prepayment']),
        payment_subject: z.enum(['service', 'commodity', 'payment']),
      }),
    )
    .min(1)
    .max(100),
  tax_system_code: z.int().min(1).max(6).optional(),
})

export const newPayment = z
  .strictObject({
    amount,
    capture: z.literal(true),
    confirmation: z.strictObject({
      type: z.literal('redirect'),
      return_url: z.url().max(2048),
      locale: z.enum(['ru_RU', 'en_US']),
    }),
    description: z.string().max(128),
    metadata,
    receipt: receipt.optional(),
  })
  .refine((payment) => isSumOf(payment), { path: ['receipt'] })

export const newRefund = z
  .strictObject({
    payment_id: z.string().length(36),
    amount,
    description: z.string().max(250).optional(),
    metadata: metadata.optional(),
    receipt: receipt.optional(),
  })
  .refine((refund) => isSumOf(refund), { path: ['receipt'] })

type ReceiptObject = {
  readonly amount: z.output<typeof amount>
  readonly receipt?: z.output<typeof receipt> | undefined
}

function isSumOf({ amount: { value }, receipt: data }: ReceiptObject): boolean {
  if (data === undefined) return true
  const kopecks = data.items.map((item) => Math.round(Number(item.amount.value) * 100))
  return kopecks.reduce((sum, each) => sum + each, 0) === Math.round(Number(value) * 100)
}
