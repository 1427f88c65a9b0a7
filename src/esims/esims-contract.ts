import { z } from 'zod'
import { iccidPattern } from '../kit/activation-code.ts'
import { product } from '../kit/product.shared.ts'
import { operator } from '../plans/operators-contract.ts'
import { tariff, tariffDetails } from '../plans/plans-contract.ts'
import { done, esimHash, lang, money, operatorIdent, phoneModel, time } from '../api/common.ts'
import { get, post } from '../api/endpoint.ts'

export const esimStatus = z
  .enum(['ready', 'installed', 'active', 'finished', 'expired', 'refunded'])
  .describe(
    '`ready`: not connected yet; `installed`: on a phone, not connected yet; `active`: in use; ' +
      '`finished`: no data left; `expired`: over; `refunded`: the order was refunded',
  )

/** Steps that the traveller ticks. */
export const travellerSteps = ['bought', 'installed', 'landed'] as const
export type TravellerStep = (typeof travellerSteps)[number]

export const esim = z
  .object({
    hash: esimHash,
    status: esimStatus,
    tariff,
    operator,
    networks: tariffDetails.shape.networks,
    apn: tariffDetails.shape.apn,
    countryTitle: z.string(),
    mobileNumber: z
      .string()
      .nullable()
      .describe('Phone number in E.164, or null for a plan with data only'),
    iccid: z.string().regex(iccidPattern),
    smdpAddress: z.string(),
    matchingId: z.string().describe('Activation code for manual entry'),
    confirmationCode: z.string().nullable(),
    isSample: z.boolean().describe('Whether it is a development sample that no phone can install'),
    dataLimitMb: z.int().positive().nullable().describe('Data in MB, or null if unlimited'),
    validityDays: z.int().positive(),
    purchasedAt: time,
    activateBy: time.describe('Last moment to connect for the first time'),
    step: z
      .enum([...travellerSteps, 'connected'])
      .describe('Installation step of the traveller; `connected` comes from usage'),
    canTopUp: z.boolean().describe('Whether data can be added to the eSIM').catch(false),
    departure: z.iso
      .date()
      .nullable()
      .describe('Date of the departure, if there will be an email on the day before it')
      .catch(null),
    phoneModel: phoneModel
      .nullable()
      .describe('Model checked before the order. null if there is none, and for gifts'),
  })
  .meta({ id: 'Esim', description: 'A purchased eSIM with its activation code' })
export type Esim = z.output<typeof esim>

export const esimByHash = get(
  `/web-${product.slug}`,
  'Get an eSIM',
  z.object({ lang, hash: esimHash }),
  z.object({ data: esim }),
  { session: 'optional' },
)

export const esimResend = post(
  `/web-${product.slug}-resend`,
  'Send the eSIM email again',
  z.object({ lang, hash: esimHash }),
  done,
  { isExtension: true },
)

export const esimProgress = post(
  `/web-${product.slug}-progress`,
  'Tick a step of the installation',
  z.object({
    lang,
    hash: esimHash,
    step: z.enum(travellerSteps).describe('The last step that is done. Later steps are unticked'),
  }),
  done,
  { isExtension: true },
)

export const esimUsageMails = post(
  `/web-${product.slug}-usage-mails`,
  'Start or stop emails about the data left',
  z.object({
    lang,
    hash: esimHash,
    isOn: z.boolean().describe('Consent to emails at 80 %, a day before the end and after the end'),
  }),
  done,
  { isExtension: true },
)

export const esimReminder = post(
  `/web-${product.slug}-reminder`,
  'Set the day of departure',
  z.object({
    lang,
    hash: esimHash,
    departure: z.iso.date().nullable().describe('Date of the departure. null removes the reminder'),
  }),
  done,
  { isExtension: true },
)

export const pushSubscription = z
  .object({
    endpoint: z.url().max(1000).describe('Address at the push service of the browser'),
    p256dh: z
      .string()
      .regex(/^[A-Za-z0-9_-]{87}$/)
      .describe('Public key of the browser as base64url'),
    auth: z
      .string()
      .regex(/^[A-Za-z0-9_-]{22}$/)
      .describe('Authentication secret of the browser as base64url'),
  })
  .meta({
    id: 'PushSubscription',
    description: 'Subscription of a browser, with the names of the Push API',
  })

export type PushSubscription = z.output<typeof pushSubscription>

export const esimPush = post(
  `/web-${product.slug}-push`,
  'Start or stop push messages about the data left',
  z.object({
    lang,
    hash: esimHash,
    subscription: pushSubscription
      .nullable()
      .describe('The browser that gets messages. null ends messages in all browsers'),
  }),
  done,
  { isExtension: true },
)

export const balance = z
  .object({
    status: esimStatus,
    dataUsedMb: z.int().nonnegative().describe('MB used since the first connection'),
    dataLimitMb: z.int().positive().nullable().describe('MB in total, or null if unlimited'),
    usageAsOf: time
      .nullable()
      .describe('Time of the last usage report, or null if there is none yet'),
    validUntil: time.nullable().describe('End of validity, or null until the first connection'),
    activateBy: time.describe('Last moment to connect for the first time'),
    outlook: z
      .object({
        daysTotal: z.int().positive(),
        daysLeft: z.int().positive().describe('Days left, including today'),
        lastsUntil: time
          .nullable()
          .describe(
            'Time at which the data runs out at the pace so far, or at which the plan ends. null if unknown',
          ),
        dailyMb: z
          .int()
          .nonnegative()
          .nullable()
          .describe('MB a day that can be used until the end, or null if unlimited'),
      })
      .nullable()
      .describe(
        'Forecast for the rest of the plan. null before the first connection and after the end',
      ),
    hasUsageMails: z.boolean().describe('Whether emails are sent at 80 % and a day before the end'),
    canTopUp: z.boolean().describe('Whether data can be added to the eSIM'),
    isFrozen: z
      .boolean()
      .describe('Whether the order is being checked, so that the code is not shown')
      .default(false),
    isOver: z.boolean().describe('Whether the plan was used, and no day or no data is left'),
    paid: money.nullable().describe('Price paid for the plan, or null for a gift'),
    canReview: z.boolean().describe('Whether the plan is over, and there is no review of it yet'),
  })
  .meta({ id: 'Balance', description: 'Data left and validity of an eSIM' })

export const esimBalance = z
  .object({
    hash: esimHash,
    iccid: z
      .string()
      .regex(iccidPattern)
      .optional()
      .describe('With it, the link to support names the eSIM'),
    tariff,
    balance,
  })
  .meta({ id: 'EsimBalance', description: 'An eSIM with its balance' })
export type EsimBalance = z.output<typeof esimBalance>

const esimInfoData = z.object({
  operator,
  esim: esimBalance.nullable().describe('null if the request has no `hash`'),
  push: z
    .object({
      publicKey: z.string().describe('The shop’s key, for `pushManager.subscribe`'),
      browsers: z.int().nonnegative().describe('Number of browsers that get messages'),
    })
    .nullable()
    .describe('Push messages about the eSIM. null if there is no eSIM, or the shop sends none'),
})
export type EsimInfo = z.output<typeof esimInfoData>

export const esimInfo = get(
  `/web-${product.slug}-info`,
  'Get a balance or an operator’s contacts',
  z.object({
    lang,
    hash: esimHash.optional().describe('Returns the balance of this eSIM'),
    operator: operatorIdent.optional().describe('Returns the contacts of this operator'),
  }),
  z.object({ data: esimInfoData }),
)
