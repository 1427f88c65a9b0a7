import { z } from 'zod'
import { callSupplier } from './supplier-call.ts'
import type { SupplierFetch } from './supplier-call.ts'
import { SupplierError } from './supplier.ts'
import { esimGo } from './supplier-facts.ts'
import { currencyPattern } from '../kit/money.shared.ts'

export type EsimGoSettings = {
  /** eSIM Go also signs its webhooks with this key. */
  readonly apiKey: string
  readonly apiBase?: string
}

export type EsimGoDependencies = {
  readonly fetch: SupplierFetch
  readonly now: () => Date
}

type EsimGoRequest = {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** The path after the version, for example `/orders`. */
  readonly path: string
  readonly query?: { readonly [name: string]: string }
  readonly body?: object
  /** Treats 503 as an answer. It means "Processing - Please come back later". */
  readonly mayBeProcessing?: boolean
}

/** An answer of the API: 200 with an object, or 4xx with a message. */
type EsimGoAnswer<T> = { readonly value: T } | { readonly status: number; readonly message: string }

export type EsimGoApi = {
  /** Throws a `SupplierError`. */
  readonly call: <T>(request: EsimGoRequest, schema: z.ZodType<T>) => Promise<EsimGoAnswer<T>>
  /** Like `call`, for calls that change nothing: throws 4xx as `not-executed`. */
  readonly read: <T>(
    path: string,
    query: { readonly [name: string]: string },
    schema: z.ZodType<T>,
  ) => Promise<T>
}

export function createEsimGoApi(settings: EsimGoSettings, fetch: SupplierFetch): EsimGoApi {
  async function call<T>(request: EsimGoRequest, schema: z.ZodType<T>): Promise<EsimGoAnswer<T>> {
    const answer = await callSupplier({
      supplier: esimGo.id,
      fetch,
      request: requestOf(settings, request),
      documented: request.mayBeProcessing ? [503] : [],
    })
    if (answer.status >= 400) {
      const parsed = errorMessage.safeParse(answer.json)
      const message = parsed.success ? parsed.data.message : answer.text
      const failed = { status: answer.status, message }
      if (isKeyRefused(request, answer.status)) throw keyError(failed)
      return failed
    }
    const parsed = schema.safeParse(answer.json)
    if (parsed.success) return { value: parsed.data }
    throw new SupplierError(esimGo.id, 'unknown', 'the response has an unexpected format', {
      cause: parsed.error,
    })
  }

  return {
    call,
    read: async (path, query, schema) => {
      const answer = await call({ path, query }, schema)
      if ('value' in answer) return answer.value
      throw new SupplierError(esimGo.id, 'not-executed', `${path}: ${textOf(answer)}`)
    },
  }
}

/** 403 can also mean that the eSIM in the path is in another account. */
function isKeyRefused({ path }: EsimGoRequest, status: number): boolean {
  return status === 401 || (status === 403 && !path.startsWith('/esims'))
}

function keyError(answer: { status: number; message: string }): SupplierError {
  const message = `${textOf(answer)}. Check ESIM_GO_API_KEY.`
  return new SupplierError(esimGo.id, 'not-executed', message, { isKeyRefused: true })
}

function requestOf(
  { apiKey, apiBase = 'https://api.esim-go.com/v2.5' }: EsimGoSettings,
  { method = 'GET', path, query = {}, body }: EsimGoRequest,
): Request {
  const search = new URLSearchParams(query).toString()
  const url = `${apiBase}${path}${search === '' ? '' : `?${search}`}`
  const headers = { 'X-API-Key': apiKey, Accept: 'application/json' }
  if (body === undefined) return new Request(url, { method, headers })
  return new Request(url, {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

export function textOf({ status, message }: { status: number; message: string }): string {
  return `${status} ${message}`.trim()
}

const time = z
  .string()
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()), 'must be a time')

const currencyCode = z.string().regex(currencyPattern)

const errorMessage = z.object({ message: z.string() })

/** The result of the validation of an order, which buys nothing. */
export const validatedOrder = z.object({
  valid: z.boolean().nullish(),
  total: z.number().nullish(),
})

export const createdOrder = z.object({
  orderReference: z.string().min(1),
  /** Units of `currency`. An unreadable amount must not hide that the order was placed. */
  total: z.number().nonnegative().nullish().catch(null),
  currency: currencyCode.nullish().catch(null),
  status: z.string().nullish(),
  statusMessage: z.string().nullish(),
})

const installDetails = z.object({
  iccid: z.string().min(1),
  matchingId: z.string().min(1),
  /** Some examples start with a scheme. */
  smdpAddress: z.string().min(1),
})
/** For an order of one eSIM, the documentation shows one object, but the API returns a list. */
export const installList = z.union([
  z.array(installDetails),
  installDetails.transform((details) => [details]),
])
export type InstallDetails = z.output<typeof installDetails>

export const esimDetails = z.object({
  iccid: z.string(),
  /** `Released`, `Downloaded`, `Installed`, `Enabled`, `Disabled`, `Deleted`, … */
  profileStatus: z.string().nullish(),
  firstInstalledDateTime: z.union([z.string(), z.number()]).nullish(),
})

const assignment = z.object({
  id: z.string(),
  callTypeGroup: z.string().nullish(),
  /** Bytes. */
  initialQuantity: z.number(),
  remainingQuantity: z.number(),
  startTime: time.nullish(),
  endTime: time.nullish(),
  bundleState: z.string(),
  unlimited: z.boolean().nullish(),
})
export type Assignment = z.output<typeof assignment>

export const appliedBundles = z.object({
  bundles: z.array(z.object({ name: z.string().min(1), assignments: z.array(assignment) })),
})

const country = z.object({ iso: z.string() })

export const catalogueBundle = z.object({
  name: z.string().min(1),
  description: z.string().nullish(),
  groups: z.array(z.string()).nullish(),
  countries: z.array(country),
  roamingEnabled: z.array(country).nullish(),
  /** MB of 1,000 kB. */
  dataAmount: z.number(),
  duration: z.int().positive(),
  durationUnit: z.string().nullish(),
  unlimited: z.boolean().nullish(),
  /** In units of the organisation's currency. */
  price: z.number().nonnegative(),
  allowances: z
    .array(z.object({ type: z.string(), amount: z.number(), unlimited: z.boolean().nullish() }))
    .nullish(),
})
export type CatalogueBundle = z.output<typeof catalogueBundle>

/** A page. The documentation shows a list, but the API wraps it. */
export const cataloguePage = z.union([
  z.array(z.unknown()).transform((bundles) => ({ bundles })),
  z.object({ bundles: z.array(z.unknown()) }),
])

export const countryNetworks = z.object({
  countryNetworks: z.array(
    z.object({
      /** The country code, two letters. */
      name: z.string(),
      networks: z.array(
        z.object({
          name: z.string(),
          brandName: z.string().nullish(),
          speed: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})
export type CountryNetworks = z.output<typeof countryNetworks>

const organisation = z.object({
  currency: currencyCode,
  balance: z.number(),
})
/** The documentation shows the organisation, but the API returns it in a list. */
export const currentOrganisation = z.union([
  organisation,
  z
    .object({ organisations: z.tuple([organisation], z.unknown()) })
    .transform(({ organisations: [first] }) => first),
])

export const compatibility = z.object({ compatible: z.boolean() })

/** A callback of version 3. Callbacks about the account have no ICCID. */
export const callback = z.object({
  iccid: z.string().nullish(),
  alertType: z.string().nullish(),
})
