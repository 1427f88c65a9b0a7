import { z } from 'zod'
import { currencyPattern } from '../kit/money.shared.ts'
import { SupplierError } from './supplier.ts'
import type { RefusalReason, RefusedOrder } from './supplier.ts'
import { airalo } from './supplier-facts.ts'
import type { AiraloRefusal } from './airalo-api.ts'

/**
 * Response bodies, limited to the fields that the shop reads. Airalo may add attributes at any
 * time.
 */

const decimal = z
  .union([z.number(), z.string()])
  .transform(String)
  .pipe(z.string().regex(/^-?\d{1,12}(\.\d+)?$/))
const meta = z.object({ message: z.string() }).optional()

export const tokenAnswer = z.object({
  data: z.object({ access_token: z.string().min(1), expires_in: z.number().positive() }),
})

const codedRefusal = z.object({ code: z.number(), reason: z.string() })
const fieldRefusal = z.object({
  data: z.union([z.record(z.string(), z.string()), z.array(z.never())]).optional(),
  meta,
  message: z.string().optional(),
  reason: z.string().optional(),
})

export type RefusalBody = {
  /**
   * A code of https://developers.partners.airalo.com/error-handling-780831m0. If null, `fields` has
   * the reasons.
   */
  readonly code: number | null
  /** Problems by request field. */
  readonly fields: { readonly [name: string]: string }
  readonly message: string
}

/**
 * A refusal with a code, or with problems by field. It matches errors only, so check the status
 * first.
 */
export const refusalBody: z.ZodType<RefusalBody> = z.union([
  codedRefusal.transform(({ code, reason }) => ({ code, fields: {}, message: reason })),
  fieldRefusal.transform(({ data, meta: { message: general } = {}, message, reason }) => {
    const fields = data === undefined || Array.isArray(data) ? {} : data
    const [first] = Object.values(fields)
    return { code: null, fields, message: first ?? reason ?? message ?? general ?? '' }
  }),
])

/**
 * A submitted order or top-up of one package. The shop pays `net_price` or `unit_paid_price`,
 * depending on its account. `price` is the retail price.
 */
export const submittedOrder = z.object({
  data: z.object({
    id: z.int(),
    description: z.string().nullable(),
    // An invalid field must not hide that the order was placed.
    currency: z.string().regex(currencyPattern).nullish().catch(null),
    net_price: decimal.nullish().catch(null),
    unit_paid_price: decimal.nullish().catch(null),
  }),
})

export const acceptedOrder = z.object({ data: z.object({ request_id: z.string().min(1) }) })

export const acceptedRefund = z.object({ data: z.object({ refund_id: z.coerce.string() }) })

const sim = z.object({
  iccid: z.string(),
  lpa: z.string().nullish(),
  matching_id: z.string().nullish(),
  qrcode: z.string().nullish(),
  confirmation_code: z.string().nullish(),
  msisdn: z.string().nullish(),
})
export type Sim = z.output<typeof sim>

const order = z.object({
  id: z.int(),
  description: z.string().nullable(),
  sims: z.array(sim).default([]),
  status: z.object({ name: z.string(), slug: z.string() }).optional(),
})
export type AiraloOrder = z.output<typeof order>

export const oneOrder = z.object({ data: order })
export const orderList = z.object({ data: z.array(order) })

export const usageAnswer = z.object({
  data: z.object({
    remaining: z.number(),
    total: z.number(),
    expired_at: z.string().nullable(),
    is_unlimited: z.boolean().nullable(),
    status: z.string(),
  }),
})

/** `balances` is an empty list if there is no account. */
export const balanceAnswer = z.object({
  data: z.object({
    balances: z.union([
      z.object({
        availableBalance: z.object({
          amount: decimal,
          currency: z.string().regex(currencyPattern),
        }),
      }),
      z.array(z.never()),
    ]),
  }),
})

/** The account's pricing: `net_pricing`, or `discount_pricing` with a share of the retail price. */
const pricing = z.object({ discount_percentage: z.number().min(0).max(100) })
export type Pricing = z.output<typeof pricing>

/** Fields that plans and top-ups share. Prices without a currency are in USD. */
const offer = z.object({
  id: z.string().min(1),
  type: z.string(),
  price: decimal,
  net_price: decimal.nullish(),
  /** In MB; 0 for unlimited packages. */
  amount: z.number().nullable(),
  day: z.int().positive(),
  is_unlimited: z.boolean().nullish(),
  title: z.string(),
  voice: z.number().nullish(),
  text: z.number().nullish(),
  is_fair_usage_policy: z.boolean().nullish(),
  fair_usage_policy: z.string().nullish(),
})
export type Offer = z.output<typeof offer>

export const topUpList = z.object({ pricing: pricing.optional(), data: z.array(offer) })

const apn = z.object({ apn_type: z.string().nullish(), apn_value: z.string().nullish() })

export const operatorObject = z.object({
  id: z.union([z.int(), z.string()]),
  title: z.string(),
  rechargeability: z.boolean().nullish(),
  is_kyc_verify: z.boolean().nullish(),
  install_window_days: z.int().nonnegative().nullish(),
  ...apn.shape,
  coverages: z
    .array(
      z.object({
        name: z.string(),
        code: z.string().optional(),
        networks: z.array(z.object({ name: z.string(), types: z.array(z.string()) })).default([]),
      }),
    )
    .nullish(),
  countries: z.array(z.object({ country_code: z.string() })).nullish(),
  packages: z.array(z.unknown()),
})
export type PackageOperator = z.output<typeof operatorObject>

export const offerObject = offer

/** From the second page on, `data` is an object whose property names are positions. */
export const packagePage = z.object({
  pricing: pricing.optional(),
  data: z.preprocess(
    (data) => (isRecord(data) ? Object.values(data) : data),
    z.array(z.object({ operators: z.array(z.unknown()) })),
  ),
  meta: z.object({ last_page: z.int(), total: z.int() }),
})

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const notification = z.union([
  z.object({ iccid: z.string(), level: z.string() }),
  z.object({ request_id: z.string(), description: z.string().nullish() }),
  z.object({ data: z.object({ request_id: z.string(), description: z.string().nullish() }) }),
  z.object({ message: z.string(), remaining: decimal }),
])

/** https://developers.partners.airalo.com/error-handling-780831m0, read in November 2026. */
const reasons: { readonly [code: number]: RefusalReason } = {
  11: 'out-of-balance',
  13: 'out-of-stock', // the operator is under maintenance
  14: 'invalid', // checksum
  23: 'plan-gone', // the operator has disabled the top-up
  33: 'out-of-stock',
  34: 'out-of-stock', // or invalid: the catalogue shows which
  43: 'invalid',
  73: 'plan-gone', // the eSIM is recycled and cannot be topped up
}

/**
 * Returns the reason for the refusal of an order. Throws for unexplained refusals: 53 is "something
 * unexpected happened", possibly after the purchase. Without a known reason, a body is a refusal
 * only if its status is that of a refused request.
 */
export function refusedOrder(refusal: AiraloRefusal): RefusedOrder {
  const { code, message, status } = refusal
  const reason = code === null ? reasonOfFields(refusal) : reasons[code]
  const isExplained = reason !== 'invalid' || status === 400 || status === 422
  if (reason && isExplained) return { status: 'refused', reason, message }
  throw new SupplierError(airalo.id, 'unknown', `returned ${status} ${code}: ${message}`)
}

function reasonOfFields({ fields }: AiraloRefusal): RefusalReason {
  const { package_id: plan, quantity } = fields
  if (plan?.includes('exceed_limit')) return 'out-of-stock'
  if (plan !== undefined) return 'plan-gone'
  return quantity?.includes('not available') ? 'out-of-stock' : 'invalid'
}

/** Returns the value of an answer. Throws for a refusal. */
export function expectValue<T>(
  answer: { readonly value: T } | { readonly refusal: AiraloRefusal },
): T {
  if ('value' in answer) return answer.value
  const { status, code, message } = answer.refusal
  throw new SupplierError(airalo.id, 'not-executed', `returned ${status} ${code ?? ''}: ${message}`)
}
