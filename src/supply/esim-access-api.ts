import { z } from 'zod'
import { hmac } from '../kit/crypto.ts'
import { callSupplier } from './supplier-call.ts'
import type { SupplierFetch } from './supplier-call.ts'
import { SupplierError } from './supplier.ts'
import { esimAccess } from './supplier-facts.ts'
import { currencyPattern } from '../kit/money.shared.ts'

export type EsimAccessSettings = {
  readonly accessCode: string
  /** Signs requests. If null, the access code is enough. */
  readonly secretKey: string | null
  readonly apiBase?: string
}

export type EsimAccessDependencies = {
  readonly fetch: SupplierFetch
  readonly now: () => Date
}

/** A documented error code with its text. */
export type EsimAccessRefusal = { readonly code: string; readonly message: string }

export type EsimAccessApi = {
  /** Returns the response object or the refusal. Throws a `SupplierError`. */
  readonly post: <T>(
    path: string,
    body: object,
    schema: z.ZodType<T>,
  ) => Promise<{ readonly obj: T } | { readonly refusal: EsimAccessRefusal }>
  /** Like `post`, for calls that change nothing: throws a refusal as `not-executed`. */
  readonly read: <T>(path: string, body: object, schema: z.ZodType<T>) => Promise<T>
}

/** "Server error" and "system busy": the call may have taken effect. */
const temporaryCodes = new Set(['000001', '900001'])
/** The address of the shop, the signature, and the access code. */
const keyCodes = new Set(['101002', '101003', '401001'])

export function createEsimAccessApi(
  settings: EsimAccessSettings,
  { fetch, now }: EsimAccessDependencies,
): EsimAccessApi {
  const base = settings.apiBase ?? 'https://api.esimaccess.com/api/v1/open'

  async function post<T>(path: string, body: object, schema: z.ZodType<T>) {
    const text = JSON.stringify(body)
    const request = new Request(`${base}/${path}`, {
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
      throw new SupplierError(esimAccess.id, 'not-executed', `${path}: ${textOf(answer.refusal)}`)
    },
  }
}

export function textOf({ code, message }: EsimAccessRefusal): string {
  return `${code} ${message}`.trim()
}

function readEnvelope<T>(
  json: unknown,
  schema: z.ZodType<T>,
): { obj: T } | { refusal: EsimAccessRefusal } {
  const outer = envelope.safeParse(json)
  if (!outer.success) throw formatError(outer.error)
  const { success, errorCode, errorMsg, errorMessage, obj } = outer.data
  if (!success) {
    const code = errorCode ?? ''
    const refusal = { code, message: errorMsg ?? errorMessage ?? '' }
    if (temporaryCodes.has(code)) throw new SupplierError(esimAccess.id, 'unknown', textOf(refusal))
    if (keyCodes.has(code)) throw keyError(refusal)
    return { refusal }
  }
  const inner = schema.safeParse(obj)
  if (!inner.success) throw formatError(inner.error)
  return { obj: inner.data }
}

function keyError(refusal: EsimAccessRefusal): SupplierError {
  return new SupplierError(
    esimAccess.id,
    'not-executed',
    `${textOf(refusal)}. Check ESIM_ACCESS_CODE and ESIM_ACCESS_SECRET_KEY.`,
    { isKeyRefused: true },
  )
}

function formatError(cause: z.ZodError): SupplierError {
  return new SupplierError(esimAccess.id, 'unknown', 'the response has an unexpected format', {
    cause,
  })
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

/** eSIM Access sometimes sends numbers as strings. */
const integer = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.int().nonnegative())

/** `2024-08-21T08:45:04+0000`, UTC. */
const time = z
  .string()
  .transform((text) => new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')))
  .refine((date) => !Number.isNaN(date.getTime()), 'must be a time')

/** Every response: `obj` if it succeeded, otherwise a code of six digits. */
const envelope = z.object({
  success: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]),
  errorCode: z.string().nullish(),
  errorMsg: z.string().nullish(),
  errorMessage: z.string().nullish(),
  obj: z.unknown(),
})

export const accountBalance = z.object({ balance: z.int() })

export const newOrder = z.object({ orderNo: z.string().min(1) })

/** An eSIM as `esim/query` returns it. Without `iccid`, it is not allocated yet. */
const allocatedProfile = z.object({
  esimTranNo: z.string().min(1),
  orderNo: z.string().min(1),
  transactionId: z.string().nullish(),
  iccid: z.string().nullish(),
  /** The LPA string, `LPA:1$host$matching ID`. */
  ac: z.string().nullish(),
  msisdn: z.string().nullish(),
  smdpStatus: z.string().nullish(),
  esimStatus: z.string().nullish(),
  activateTime: time.nullish(),
  /** Before the activation, this is the last day to install it. */
  expiredTime: time.nullish(),
  /** Bytes. */
  totalVolume: integer.nullish(),
  orderUsage: integer.nullish(),
  /** 1 is a total amount of data. The other types have a daily limit. */
  dataType: integer.nullish(),
  packageList: z.array(z.object({ transactionId: z.string().nullish() })).nullish(),
})
export type AllocatedProfile = z.output<typeof allocatedProfile>

export const profileList = z.object({
  esimList: z.array(allocatedProfile),
  pager: z.object({ total: z.int() }).nullish(),
})

const usageRecord = z.object({
  esimTranNo: z.string(),
  /** Bytes. */
  dataUsage: integer,
  totalData: integer,
  lastUpdateTime: time.nullish(),
})
/** The documentation shows a list, but the API wraps it. */
export const usageRecords = z.union([
  z.array(usageRecord),
  z.object({ esimUsageList: z.array(usageRecord) }).transform(({ esimUsageList }) => esimUsageList),
])

/** Packages are parsed one by one, so that a malformed package does not hide the others. */
export const packageList = z.object({ packageList: z.array(z.unknown()) })

const networkList = z.array(
  z.object({
    locationCode: z.string().nullish(),
    operatorList: z
      .array(z.object({ operatorName: z.string(), networkType: z.string().nullish() }))
      .nullish(),
  }),
)

export const dataPackage = z.object({
  packageCode: z.string().min(1),
  name: z.string().min(1),
  /** Currency units × 10,000. */
  price: integer,
  currencyCode: z.string().regex(currencyPattern),
  /** In bytes; per day if `dataType` is not 1. */
  volume: integer,
  dataType: integer.default(1),
  duration: integer,
  durationUnit: z.string().nullish(),
  /** Country codes of two letters, separated by commas. */
  location: z.string(),
  locationNetworkList: networkList.nullish(),
  /** `128 Kbps`: the speed after the daily limit. */
  fupPolicy: z.string().nullish(),
  /** 1 means that the plan has no top-ups. */
  supportTopUpType: integer.nullish(),
  /** Days. */
  unusedValidTime: integer.nullish(),
})
export type DataPackage = z.output<typeof dataPackage>

export const notification = z.object({
  notifyType: z.string(),
  content: z.object({ orderNo: z.string().nullish(), iccid: z.string().nullish() }).nullish(),
})
