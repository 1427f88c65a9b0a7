import { z } from 'zod'
import { callSupplier, type SupplierFetch } from './supplier-call.ts'
import { errorsOf } from './supplier.ts'
import { esimGo } from './supplier-facts.ts'
import { currencyPattern } from '../kit/money.shared.ts'

export type EsimGoSettings = {
  /** eSIM Go also signs its webhooks with this key. */
  readonly apiKey: string
}

export type EsimGoDependencies = { readonly fetch: SupplierFetch; readonly now: () => Date }

export const esimGoError = errorsOf(esimGo.id)

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
type EsimGoAnswer<T> = { readonly value: T } | FailedAnswer
export type FailedAnswer = { readonly status: number; readonly message: string }

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
      const message = errorMessage.safeParse(answer.json).data?.message ?? answer.text
      const failed = { status: answer.status, message }
      if (!isKeyRefused(request, answer.status)) return failed
      const problem = `${textOf(failed)}. Check ESIM_GO_API_KEY.`
      throw esimGoError('not-executed', problem, { isKeyRefused: true })
    }
    const parsed = schema.safeParse(answer.json)
    if (parsed.success) return { value: parsed.data }
    const { error: cause } = parsed
    throw esimGoError('unknown', 'the response has an unexpected format', { cause })
  }

  return {
    call,
    read: async (path, query, schema) => {
      const answer = await call({ path, query }, schema)
      if ('value' in answer) return answer.value
      throw esimGoError('not-executed', `${path}: ${textOf(answer)}`)
    },
  }
}

/** 403 can also mean that the eSIM in the path is in another account. */
function isKeyRefused({ path }: EsimGoRequest, status: number): boolean {
  return status === 401 || (status === 403 && !path.startsWith('/esims'))
}

function requestOf(
  { apiKey }: EsimGoSettings,
  { method = 'GET', path, query = {}, body }: EsimGoRequest,
): Request {
  const search = new URLSearchParams(query).toString()
  const hasBody = body !== undefined
  return new Request(`https://api.esim-go.com/v2.5${path}${search === '' ? '' : `?${search}`}`, {
    method,
    headers: {
      'X-API-Key': apiKey,
      Accept: 'application/json',
      ...(hasBody && { 'Content-Type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(body) }),
  })
}

export function textOf({ status, message }: FailedAnswer): string {
  return `${status} ${message}`.trim()
}

export const currencyCode = z.string().regex(currencyPattern)

const errorMessage = z.object({ message: z.string() })

const time = z
  .string()
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()), 'must be a time')

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

const organisation = z.object({ currency: currencyCode, balance: z.number() })
/** The documentation shows the organisation, but the API returns it in a list. */
export const currentOrganisation = z.union([
  organisation,
  z
    .object({ organisations: z.tuple([organisation], z.unknown()) })
    .transform(({ organisations: [first] }) => first),
])
