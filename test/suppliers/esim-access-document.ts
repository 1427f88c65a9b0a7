import { z } from 'zod'

/**
 * Requests and answers of eSIM Access as its documentation describes them, version 1.6 with the
 * updates to December 2025: https://docs.esimaccess.com. There is no published schema; these are
 * its tables. A strict object refuses what the documentation does not name.
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

export type Package = {
  packageCode: string
  slug: string
  name: string
  /** Units × 10,000. */
  price: number | string
  currencyCode: string
  /** Bytes. */
  volume: number
  dataType?: number
  duration: number
  durationUnit: string
  location: string
  unusedValidTime: number
  supportTopUpType: number
  fupPolicy?: string
  locationNetworkList: {
    locationName: string
    locationCode: string
    operatorList: { operatorName: string; networkType: string }[]
  }[]
}

export type Profile = {
  esimTranNo: string
  orderNo: string
  transactionId: string
  imsi: string
  iccid: string
  msisdn: string
  smsStatus: number
  ac: string
  qrCodeUrl: string
  smdpStatus: 'RELEASED' | 'DOWNLOAD' | 'INSTALLATION' | 'ENABLED' | 'DISABLED' | 'DELETED'
  eid: string
  activeType: number
  dataType: number
  activateTime: string | null
  expiredTime: string
  totalVolume: number
  totalDuration: number
  durationUnit: string
  orderUsage: number
  esimStatus:
    | 'GOT_RESOURCE'
    | 'IN_USE'
    | 'USED_UP'
    | 'USED_EXPIRED'
    | 'UNUSED_EXPIRED'
    | 'CANCEL'
    | 'REVOKED'
  packageList: {
    packageCode: string
    duration: number
    volume: number
    locationCode: string
    transactionId: string
    createTime: string
  }[]
}
