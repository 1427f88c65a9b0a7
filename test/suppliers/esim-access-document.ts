import { z } from 'zod'

/**
 * Requests and responses of eSIM Access as in its documentation: https://docs.esimaccess.com,
 * version 1.6 with the updates to December 2025. There is no published schema, so these are its
 * tables and examples. A strict object rejects undocumented fields.
 */

const text = z.string()
const pager = z.strictObject({
  pageNum: z.int().min(1).max(10_000),
  pageSize: z.int().min(5).max(500),
})

const transactionId = text.min(1).max(50)

export const requests = {
  'balance/query': z.strictObject({}),
  'package/list': z.strictObject({
    locationCode: text.optional(),
    type: z.enum(['', 'BASE', 'TOPUP']).optional(),
    slug: text.optional(),
    packageCode: text.optional(),
    iccid: text.optional(),
  }),
  'esim/order': z.strictObject({
    transactionId,
    amount: z.int().optional(),
    packageInfoList: z
      .array(
        z.strictObject({
          packageCode: text.min(1),
          count: z.int().min(1),
          price: z.int().optional(),
          periodNum: z.int().min(1).max(365).optional(),
        }),
      )
      .min(1),
  }),
  'esim/query': z.strictObject({
    orderNo: text.optional(),
    iccid: text.optional(),
    esimTranNo: text.optional(),
    startTime: z.iso.datetime().optional(),
    endTime: z.iso.datetime().optional(),
    pager,
  }),
  'esim/cancel': z.strictObject({ esimTranNo: text.min(1) }),
  'esim/topup': z.strictObject({
    esimTranNo: text.min(1),
    packageCode: text.min(1),
    transactionId,
  }),
  'esim/usage/query': z.strictObject({ esimTranNoList: z.array(text.min(1)).min(1).max(10) }),
} as const

export type DocumentedCall = keyof typeof requests

export function isCall(path: string): path is DocumentedCall {
  return Object.hasOwn(requests, path)
}

/** A package of `package/list`. Some numbers are strings. */
const dataPackage = z.strictObject({
  packageCode: text.min(1),
  slug: text,
  name: text.min(1),
  /** Units × 10,000. */
  price: z.union([z.int(), text.regex(/^\d+$/)]),
  currencyCode: text.length(3),
  /** Bytes. */
  volume: z.int(),
  dataType: z.int().optional(),
  activeType: z.int().optional(),
  duration: z.int(),
  durationUnit: text,
  location: text,
  unusedValidTime: z.int(),
  supportTopUpType: z.int(),
  fupPolicy: text.optional(),
  locationNetworkList: z.array(
    z.strictObject({
      locationName: text,
      locationCode: text,
      operatorList: z.array(z.strictObject({ operatorName: text, networkType: text })),
    }),
  ),
})
export type Package = z.output<typeof dataPackage>

/** For example `2024-08-21T08:45:04+0000`. Some examples of the documentation end in `Z`. */
const time = text.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+0000)$/)

/** An eSIM of `esim/query`. */
const profile = z.strictObject({
  esimTranNo: text.min(1),
  orderNo: text.min(1),
  transactionId: text,
  imsi: text,
  iccid: text.regex(/^\d{18,20}$/),
  msisdn: text,
  smsStatus: z.int(),
  ac: text.startsWith('LPA:1$'),
  qrCodeUrl: text,
  smdpStatus: z.enum(['RELEASED', 'DOWNLOAD', 'INSTALLATION', 'ENABLED', 'DISABLED', 'DELETED']),
  eid: text,
  activeType: z.int(),
  dataType: z.int(),
  activateTime: time.nullable(),
  expiredTime: time,
  totalVolume: z.int(),
  totalDuration: z.int(),
  durationUnit: text,
  orderUsage: z.int(),
  esimStatus: z.enum([
    'GOT_RESOURCE',
    'IN_USE',
    'USED_UP',
    'USED_EXPIRED',
    'UNUSED_EXPIRED',
    'CANCEL',
    'REVOKED',
  ]),
  packageList: z.array(
    z.strictObject({
      packageCode: text,
      duration: z.int(),
      volume: z.int(),
      locationCode: text,
      transactionId: text,
      createTime: time,
    }),
  ),
})
export type Profile = z.output<typeof profile>

/** The `obj` of successful responses. */
export const answers: { readonly [Call in DocumentedCall]: z.ZodType } = {
  'balance/query': z.strictObject({ balance: z.int() }),
  'package/list': z.strictObject({ packageList: z.array(dataPackage) }),
  'esim/order': z.strictObject({ orderNo: text.min(1), transactionId }),
  'esim/query': z.strictObject({
    esimList: z.array(profile),
    pager: pager.extend({ total: z.int() }),
  }),
  'esim/cancel': z.strictObject({}),
  'esim/topup': z.strictObject({
    transactionId,
    iccid: text,
    expiredTime: time,
    totalVolume: z.int(),
    totalDuration: z.int(),
    orderUsage: z.int(),
  }),
  'esim/usage/query': z.strictObject({
    esimUsageList: z.array(
      z.strictObject({
        esimTranNo: text,
        dataUsage: z.int(),
        totalData: z.int(),
        lastUpdateTime: time,
      }),
    ),
  }),
}
