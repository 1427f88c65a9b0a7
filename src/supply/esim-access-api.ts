import { z } from 'zod'
import { hmac } from '../kit/crypto.ts'
import { callSupplier, type SupplierFetch } from './supplier-call.ts'
import { errorsOf } from './supplier.ts'
import { esimAccess } from './supplier-facts.ts'

export type EsimAccessSettings = {
  readonly accessCode: string
  /** Signs requests. If null, the access code is enough. */
  readonly secretKey: string | null
}

export type EsimAccessDependencies = { readonly fetch: SupplierFetch; readonly now: () => Date }

/** A documented error code with its text. */
export type EsimAccessRefusal = { readonly code: string; readonly message: string }

type EsimAccessAnswer<T> = { readonly obj: T } | { readonly refusal: EsimAccessRefusal }

export type EsimAccessApi = {
  /** Returns the response object or the refusal. Throws a `SupplierError`. */
  readonly post: <T>(
    path: string,
    body: object,
    schema: z.ZodType<T>,
  ) => Promise<EsimAccessAnswer<T>>
  /** Like `post`, for calls that change nothing: throws a refusal as `not-executed`. */
  readonly read: <T>(path: string, body: object, schema: z.ZodType<T>) => Promise<T>
}

export const esimAccessError = errorsOf(esimAccess.id)

/** "Server error" and "system busy": the call may have taken effect. */
const temporaryCodes = new Set(['000001', '900001'])
/** The address of the shop, the signature, and the access code. */
const keyCodes = new Set(['101002', '101003', '401001'])

export function createEsimAccessApi(
  settings: EsimAccessSettings,
  { fetch, now }: EsimAccessDependencies,
): EsimAccessApi {
  async function post<T>(path: string, body: object, schema: z.ZodType<T>) {
    const text = JSON.stringify(body)
    const request = new Request(`https://api.esimaccess.com/api/v1/open/${path}`, {
      method: 'POST',
      headers: await headersFor(settings, text, now()),
      body: text,
    })
    const answer = await callSupplier({ supplier: esimAccess.id, fetch, request })
    return readEnvelope(answer.json, schema)
  }

  return {
    post,
    read: async (path, body, schema) => {
      const answer = await post(path, body, schema)
      if ('obj' in answer) return answer.obj
      throw esimAccessError('not-executed', `${path}: ${textOf(answer.refusal)}`)
    },
  }
}

export function textOf({ code, message }: EsimAccessRefusal): string {
  return `${code} ${message}`.trim()
}

function readEnvelope<T>(json: unknown, schema: z.ZodType<T>): EsimAccessAnswer<T> {
  const outer = envelope.safeParse(json)
  if (!outer.success) throw formatError(outer.error)
  const { success, errorCode, errorMsg, errorMessage, obj } = outer.data
  if (success) {
    const inner = schema.safeParse(obj)
    if (!inner.success) throw formatError(inner.error)
    return { obj: inner.data }
  }
  const refusal = { code: errorCode ?? '', message: errorMsg ?? errorMessage ?? '' }
  const text = textOf(refusal)
  if (temporaryCodes.has(refusal.code)) throw esimAccessError('unknown', text)
  if (!keyCodes.has(refusal.code)) return { refusal }
  const problem = `${text}. Check ESIM_ACCESS_CODE and ESIM_ACCESS_SECRET_KEY.`
  throw esimAccessError('not-executed', problem, { isKeyRefused: true })
}

function formatError(cause: z.ZodError) {
  return esimAccessError('unknown', 'the response has an unexpected format', { cause })
}

/** https://docs.esimaccess.com, "Authentication methods". */
async function headersFor(
  { accessCode, secretKey }: EsimAccessSettings,
  body: string,
  now: Date,
): Promise<Record<string, string>> {
  const plain = { 'Content-Type': 'application/json', 'RT-AccessCode': accessCode }
  if (secretKey === null) return plain
  const timestamp = String(now.getTime())
  const requestID = crypto.randomUUID()
  return {
    ...plain,
    'RT-Timestamp': timestamp,
    'RT-RequestID': requestID,
    'RT-Signature': await hmac(secretKey, timestamp + requestID + accessCode + body),
  }
}

export const bytesInMegabyte = 1_048_576

/** eSIM Access sometimes sends numbers as strings. */
export const integer = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.int().nonnegative())

/** Every response: `obj` if it succeeded, otherwise a code of six digits. */
const envelope = z.object({
  success: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]),
  errorCode: z.string().nullish(),
  errorMsg: z.string().nullish(),
  errorMessage: z.string().nullish(),
  obj: z.unknown(),
})
