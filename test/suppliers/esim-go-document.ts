import { z } from 'zod'

/**
 * Requests and answers of eSIM Go as its documents describe them: API v2.5 and callbacks of version
 * 3, https://docs.esim-go.com. A strict object refuses what the documents do not name.
 */

const text = z.string()

export const orderRequest = z.strictObject({
  type: z.enum(['validate', 'transaction']),
  assign: z.boolean(),
  order: z
    .array(
      z.strictObject({
        type: z.literal('bundle'),
        quantity: z.int().min(1),
        item: text.min(1),
        iccids: z.array(text).optional(),
        allowReassign: z.boolean().optional(),
      }),
    )
    .length(1),
})
export type OrderRequest = z.infer<typeof orderRequest>

/** Parameters of the query by call. */
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

/** The call of a request, as the document names it, with the values of its path. */
export function callOf(method: string, path: string): { call: string; values: string[] } | null {
  for (const call of Object.keys(queries)) {
    const pattern = call.replaceAll(/\{\w+\}/g, '([^/]+)')
    const match = new RegExp(`^${pattern}$`).exec(`${method} ${path}`)
    // `/esims/assignments` is listed before `/esims/{iccid}`.
    if (match) return { call, values: match.slice(1).map(decodeURIComponent) }
  }
  return null
}

export type BundleCountry = { name: string; region: string; iso: string }

export type Bundle = {
  name: string
  description: string
  groups: string[]
  countries: BundleCountry[]
  dataAmount: number
  duration: number
  speed: string[]
  autostart: boolean
  unlimited: boolean
  roamingEnabled: BundleCountry[]
  price: number
  billingType: 'FixedCost'
}

type BundleState =
  | 'processing'
  | 'queued'
  | 'active'
  | 'depleted'
  | 'expired'
  | 'revoked'
  | 'lapsed'

export type BundleAssignment = {
  id: string
  callTypeGroup: string
  initialQuantity: number
  remainingQuantity: number
  startTime?: string
  endTime?: string
  assignmentDateTime: string
  assignmentReference: string
  bundleState: BundleState
  unlimited: boolean
}

export type GoEsim = {
  iccid: string
  matchingId: string
  smdpAddress: string
  profileStatus: string
  bundles: { name: string; description: string; assignments: BundleAssignment[] }[]
}
