import { z } from 'zod'

/**
 * Requests and responses of eSIM Go as in its documentation: API v2.5 and callbacks of version 3,
 * https://docs.esim-go.com. A strict object rejects undocumented fields.
 */

const text = z.string()

export const orderRequest = z
  .strictObject({
    type: z.enum(['validate', 'transaction']),
    assign: z.boolean(),
    order: z
      .array(
        z
          .strictObject({
            type: z.literal('bundle'),
            quantity: z.int().min(1),
            item: text.min(1),
            iccids: z.array(text).optional(),
            allowReassign: z.boolean().optional(),
          })
          .refine(
            ({ quantity, iccids }) => iccids === undefined || iccids.length === quantity,
            'quantity is required to match the number of ICCIDs',
          ),
      )
      .length(1),
  })
  .refine(
    ({ assign, order }) => assign || order.every(({ iccids }) => iccids === undefined),
    'ICCIDs can only be specified if assign is set to true',
  )
export type OrderRequest = z.output<typeof orderRequest>

/** Query parameters by call. */
export const queries: { readonly [call: string]: z.ZodType } = {
  'GET /catalogue': z.strictObject({
    page: text.regex(/^\d+$/),
    perPage: text.regex(/^\d+$/),
    countries: text.optional(),
  }),
  'GET /catalogue/bundle/{name}': z.strictObject({}),
  'POST /orders': z.strictObject({}),
  'GET /esims/assignments': z.strictObject({ reference: text.min(1) }),
  'GET /esims/{iccid}': z.strictObject({}),
  'GET /esims/{iccid}/bundles': z.strictObject({
    includeUsed: z.enum(['true', 'false']).optional(),
    limit: text.regex(/^\d+$/).optional(),
  }),
  'GET /esims/{iccid}/compatible/{bundle}': z.strictObject({}),
  'DELETE /esims/{iccid}/bundles/{name}/assignments/{assignmentId}': z.strictObject({
    type: z.enum(['validate', 'transaction']).optional(),
  }),
  'GET /organisation': z.strictObject({}),
  'GET /networks': z.strictObject({ returnAll: z.enum(['true', 'false']) }),
}

/** The documented name of a request's call, with the values in its path. */
export function callOf(method: string, path: string): { call: string; values: string[] } | null {
  for (const call of Object.keys(queries)) {
    const pattern = call.replaceAll(/\{\w+\}/g, '([^/]+)')
    const match = new RegExp(`^${pattern}$`).exec(`${method} ${path}`)
    // `/esims/assignments` is listed before `/esims/{iccid}`.
    if (match) return { call, values: match.slice(1).map(decodeURIComponent) }
  }
  return null
}

const time = text.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
const currency = text.length(3)

const bundleCountry = z.strictObject({ name: text, region: text, iso: text.length(2) })
export type BundleCountry = z.output<typeof bundleCountry>

const bundle = z.strictObject({
  name: text.min(1),
  description: text,
  groups: z.array(text),
  countries: z.array(bundleCountry),
  dataAmount: z.number(),
  duration: z.int(),
  durationUnit: text.optional(),
  speed: z.array(text),
  autostart: z.boolean(),
  unlimited: z.boolean(),
  roamingEnabled: z.array(bundleCountry),
  price: z.number(),
  billingType: z.literal('FixedCost'),
})
export type Bundle = z.output<typeof bundle>

const bundleAssignment = z.strictObject({
  id: text,
  callTypeGroup: text,
  initialQuantity: z.number(),
  remainingQuantity: z.number(),
  startTime: time.optional(),
  endTime: time.optional(),
  assignmentDateTime: time,
  assignmentReference: text,
  bundleState: z.enum([
    'processing',
    'queued',
    'active',
    'depleted',
    'expired',
    'revoked',
    'lapsed',
  ]),
  unlimited: z.boolean(),
})
export type BundleAssignment = z.output<typeof bundleAssignment>

const listedBundle = z.strictObject({
  name: text,
  description: text,
  assignments: z.array(bundleAssignment),
})

const installDetails = z.strictObject({
  iccid: text.regex(/^\d{18,20}$/),
  matchingId: text.min(1),
  smdpAddress: text.min(1),
  profileStatus: text,
})
export type GoEsim = z.output<typeof installDetails> & { bundles: z.output<typeof listedBundle>[] }

const orderLine = {
  type: z.literal('bundle'),
  item: text,
  quantity: z.int(),
  subTotal: z.number(),
  pricePerUnit: z.number(),
}
const pricedOrder = { total: z.number(), currency, createdDate: time, assigned: z.boolean() }

/** Responses of status 200 by call. The name of a validation is `POST /orders validate`. */
export const answers: { readonly [call: string]: z.ZodType } = {
  'POST /orders validate': z.strictObject({
    order: z.array(z.strictObject(orderLine)),
    ...pricedOrder,
    valid: z.boolean(),
  }),
  'POST /orders': z.strictObject({
    order: z.array(
      z.strictObject({ ...orderLine, iccids: z.array(text), esims: z.array(installDetails) }),
    ),
    ...pricedOrder,
    status: text,
    orderReference: text.min(1),
  }),
  'GET /esims/assignments': z.array(installDetails),
  'GET /esims/{iccid}': installDetails,
  'GET /esims/{iccid}/bundles': z.strictObject({ bundles: z.array(listedBundle) }),
  'GET /esims/{iccid}/compatible/{bundle}': z.strictObject({ compatible: z.boolean() }),
  'DELETE /esims/{iccid}/bundles/{name}/assignments/{assignmentId}': z.strictObject({
    status: text,
  }),
  'GET /catalogue': z.array(bundle),
  'GET /catalogue/bundle/{name}': bundle,
  'GET /organisation': z.strictObject({
    organisations: z.array(z.strictObject({ name: text, currency, balance: z.number() })),
  }),
  'GET /networks': z.strictObject({
    countryNetworks: z.array(
      z.strictObject({
        name: text.length(2),
        networks: z.array(
          z.strictObject({
            name: text,
            brandName: text,
            mcc: text,
            mnc: text,
            tagid: text,
            speed: z.array(text),
          }),
        ),
      }),
    ),
  }),
}
