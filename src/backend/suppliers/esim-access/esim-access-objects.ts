import { z } from 'zod'
import { currencyPattern } from '../../../domain/money.ts'

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
export const envelope = z.object({
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
