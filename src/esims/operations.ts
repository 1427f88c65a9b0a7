import { z } from 'zod'
import { iccidPattern } from '../kit/activation-code.ts'
import { product } from '../kit/product.shared.ts'
import { operator, tariff, detailedPlan, planDetails } from '../plans/operations.ts'
import {
  done,
  esimHash,
  lang,
  listAnswer,
  listQuery,
  money,
  operatorIdent,
  phoneModel,
  time,
  prices,
} from '../api/common.ts'
import { get, post } from '../api/operation.ts'
import { pushSubscription } from '../messages/operations.ts'

export const esimStatus = z
  .enum(['ready', 'installed', 'active', 'finished', 'expired', 'refunded'])
  .describe(
    '`ready`: not connected yet; `installed`: on a phone, not connected yet; `active`: in use; ' +
      '`finished`: no data left; `expired`: over; `refunded`: the order was refunded',
  )

/** Steps that the traveller ticks. */
export const travellerSteps = ['bought', 'installed', 'landed'] as const
export type TravellerStep = (typeof travellerSteps)[number]

/** Why a customer gives an eSIM back. */
export const giveBackReasons = ['plans', 'phone', 'mistake', 'another'] as const

const giveBackUntil = time
  .nullable()
  .meta({ examples: ['2026-12-05T10:00:00Z'] })
  .describe('Until then the customer may give the eSIM back. null if it cannot be given back')
  .default(null)

export const esim = z
  .object({
    hash: esimHash,
    status: esimStatus,
    tariff,
    operator,
    networks: detailedPlan.shape.networks,
    ...planDetails.shape,
    countryTitle: z.string().meta({ examples: ['Türkiye'] }),
    mobileNumber: z
      .string()
      .nullable()
      .describe('Phone number in E.164, or null for a plan with data only'),
    iccid: z
      .string()
      .regex(iccidPattern)
      .meta({ examples: ['8990011234567890123'] }),
    smdpAddress: z.string().meta({ examples: ['smdp.example.com'] }),
    matchingId: z
      .string()
      .meta({ description: 'Activation code for manual entry', examples: ['JQ-209U6H-6I82J5'] }),
    confirmationCode: z.string().nullable(),
    isSample: z.boolean().describe('Whether it is a development sample that no phone can install'),
    dataLimitMb: z
      .int()
      .positive()
      .meta({ examples: [10_240] })
      .nullable()
      .describe('Data in MB, or null if unlimited'),
    validityDays: z
      .int()
      .positive()
      .meta({ examples: [30] }),
    purchasedAt: time,
    activateBy: time.meta({
      description: 'Last moment to connect for the first time',
      examples: ['2027-02-09T23:59:59.999Z'],
    }),
    step: z
      .enum([...travellerSteps, 'connected'])
      .describe('Installation step of the traveller; `connected` comes from usage'),
    canTopUp: z.boolean().describe('Whether data can be added to the eSIM').catch(false),
    departure: z.iso
      .date()
      .meta({ examples: ['2026-12-01'] })
      .nullable()
      .describe('Date of the departure, if there will be an email on the day before it')
      .catch(null),
    giveBackUntil,
    phoneModel: phoneModel
      .nullable()
      .describe('Model checked before the order. null if there is none, and for gifts'),
  })
  .meta({ id: 'Esim', description: 'A purchased eSIM with its activation code' })
export type Esim = z.output<typeof esim>

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
    isRefunding: z.boolean().describe('Whether the refund is on its way').default(false),
    isOver: z.boolean().describe('Whether the plan was used, and no day or no data is left'),
    paid: money.nullable().describe('Price paid for the plan, or null for a gift'),
    canReview: z.boolean().describe('Whether the plan is over, and there is no review of it yet'),
    giveBackUntil,
  })
  .meta({
    id: 'Balance',
    description: 'Data left and validity of an eSIM',
    examples: [
      {
        status: 'active',
        dataUsedMb: 3891,
        dataLimitMb: 10_240,
        usageAsOf: '2026-11-21T07:36:00Z',
        validUntil: '2026-12-15T10:00:00Z',
        activateBy: '2027-02-09T23:59:59.999Z',
        outlook: { daysTotal: 30, daysLeft: 25, lastsUntil: '2026-12-01T03:09:00Z', dailyMb: 253 },
        hasUsageMails: false,
        canTopUp: true,
        isFrozen: false,
        isRefunding: false,
        isOver: false,
        paid: { minor: 1400, currency: 'USD' },
        canReview: false,
        giveBackUntil: null,
      },
    ],
  })

export const esimBalance = z
  .object({
    hash: esimHash,
    iccid: z
      .string()
      .regex(iccidPattern)
      .optional()
      .meta({
        description: 'With it, the link to support names the eSIM',
        examples: ['8990011234567890123'],
      }),
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
    .meta({
      description: 'Push messages about the eSIM. null if there is no eSIM, or the shop sends none',
      examples: [null],
    }),
})
export type EsimInfo = z.output<typeof esimInfoData>

export const topUpCode = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'The supplier’s code of the top-up', examples: ['merhaba-7days-1gb-topup'] })

/** A top-up for an eSIM, as an order names it. */
export const topUpChoice = z
  .object({ hash: esimHash, code: topUpCode })
  .meta({ id: 'TopUpChoice', description: 'A top-up for an eSIM' })
export type TopUpChoice = z.output<typeof topUpChoice>

const topUp = z
  .object({
    code: topUpCode,
    trafficMb: z.int().positive().nullable().describe('MB that it adds, or null if unlimited'),
    validityDays: z.int().positive().describe('Days that it is valid'),
    prices,
  })
  .meta({
    id: 'TopUp',
    description: 'Data that can be added to an eSIM',
    examples: [
      {
        code: 'merhaba-7days-1gb-topup',
        trafficMb: 1024,
        validityDays: 7,
        prices: { USD: 490, RUB: 45_900 },
      },
    ],
  })
export type TopUp = z.output<typeof topUp>

const topUps = z
  .object({
    hash: esimHash,
    tariff: tariff.describe('The plan of the eSIM'),
    topUps: z.array(topUp).describe('The cheapest first. Empty if the eSIM cannot be topped up'),
  })
  .meta({ id: 'EsimTopUps', description: 'An eSIM with the data that can be added to it' })
export type EsimTopUps = z.output<typeof topUps>

/** Refusals of operations that need an eSIM which still works. */
export const blockedEsim = {
  'not-found': 'There is no such eSIM.',
  refunded: 'The order was refunded.',
  refunding: 'The refund of its order is on its way.',
  replaced: 'Another eSIM has replaced it.',
  frozen: 'The order is being checked.',
} as const

export const esimOperations = {
  esim: get(`/web-${product.slug}`, {
    tag: 'eSIMs',
    summary: 'Get an eSIM',
    description: 'Returns a purchased eSIM with everything a phone needs to install it.',
    session: 'optional',
    input: z.object({ lang, hash: esimHash }),
    output: z.object({ data: esim }),
    refusals: blockedEsim,
  }),

  esimResend: post(`/web-${product.slug}-resend`, {
    tag: 'eSIMs',
    summary: 'Send the eSIM email again',
    description:
      'Sends the email with the eSIM again, to the address of its order or of its gift, at most ' +
      'once in ten minutes.',
    isExtension: true,
    input: z.object({ lang, hash: esimHash }),
    output: done,
    refusals: blockedEsim,
  }),

  esimProgress: post(`/web-${product.slug}-progress`, {
    tag: 'eSIMs',
    summary: 'Tick a step of the installation',
    description:
      'Stores the last step of the installation that the traveller has done. The eSIM’s page ' +
      'shows the next step.',
    isExtension: true,
    input: z.object({
      lang,
      hash: esimHash,
      step: z.enum(travellerSteps).describe('The last step that is done. Later steps are unticked'),
    }),
    output: done,
    refusals: { 'not-found': 'There is no such eSIM.' },
  }),

  esimUsageMails: post(`/web-${product.slug}-usage-mails`, {
    tag: 'eSIMs',
    summary: 'Start or stop emails about the data left',
    description:
      'Starts or stops three emails about an eSIM: at 80 % of the data, a day before the end, and ' +
      'after the end with a request for a review. The address that got the eSIM receives them.',
    isExtension: true,
    input: z.object({
      lang,
      hash: esimHash,
      isOn: z
        .boolean()
        .describe('Consent to emails at 80 %, a day before the end and after the end'),
    }),
    output: done,
    refusals: { 'not-found': 'There is no such eSIM.' },
  }),

  esimReminder: post(`/web-${product.slug}-reminder`, {
    tag: 'eSIMs',
    summary: 'Set the day of departure',
    description:
      'Stores the day on which the traveller leaves. On the day before it, the address that got the ' +
      'eSIM receives an email with the steps at home and after the landing. `null` removes the day.',
    isExtension: true,
    input: z.object({
      lang,
      hash: esimHash,
      departure: z.iso
        .date()
        .meta({ examples: ['2026-12-01'] })
        .nullable()
        .describe('Date of the departure. null removes the reminder'),
    }),
    output: done,
    refusals: blockedEsim,
  }),

  esimPush: post(`/web-${product.slug}-push`, {
    tag: 'eSIMs',
    summary: 'Start or stop push messages about the data left',
    description:
      'Starts push messages about an eSIM in a browser: when 80 % of the data is used, and a day ' +
      'before the end. An eSIM has at most five browsers. A new browser replaces the oldest. Without a ' +
      'subscription, messages end in all browsers.',
    isExtension: true,
    input: z.object({
      lang,
      hash: esimHash,
      subscription: pushSubscription
        .nullable()
        .describe('The browser that gets messages. null ends messages in all browsers'),
    }),
    output: done,
    refusals: { 'not-found': 'There is no such eSIM.' },
  }),

  esimInfo: get(`/web-${product.slug}-info`, {
    tag: 'eSIMs',
    summary: 'Get a balance or an operator’s contacts',
    description:
      'With `hash`, returns the balance of an eSIM and the contacts of its operator. With ' +
      '`operator`, returns the contacts only. Pass exactly one of them.',
    input: z.object({
      lang,
      hash: esimHash.optional().describe('Returns the balance of this eSIM'),
      operator: operatorIdent.optional().describe('Returns the contacts of this operator'),
    }),
    output: z.object({ data: esimInfoData }),
    refusals: {
      'not-found': 'There is no such eSIM or operator, or neither parameter was given.',
      replaced: 'Another eSIM has replaced it.',
    },
  }),

  customerEsims: get('/users/self/esims', {
    tag: 'Customers',
    summary: 'List purchased eSIMs',
    description:
      'Returns the eSIMs bought with the address of the account, and gifts to it, newest first. ' +
      'Includes orders made as a guest, and excludes gifts to other people.',
    session: 'customer',
    isExtension: true,
    input: z.object({ lang, ...listQuery }),
    output: z.object({ data: z.array(esimBalance.extend({ purchasedAt: time })), ...listAnswer }),
    refusals: { forbidden: 'The account has been closed.' },
  }),

  esimGiveBack: post(`/web-${product.slug}-give-back`, {
    tag: 'eSIMs',
    summary: 'Give back an eSIM that nobody installed',
    description:
      'Asks the supplier whether the eSIM is installed. If it is not, the supplier takes it back, ' +
      'its code stops working, and the buyer gets the price back. A repeated request changes nothing.',
    isExtension: true,
    input: z.object({ lang, hash: esimHash, reason: z.enum(giveBackReasons) }),
    output: done,
    refusals: {
      'not-found': 'There is no such eSIM.',
      replaced: 'Another eSIM has replaced it.',
      frozen: 'The order is being checked.',
      'not-returnable':
        'The shop does not take it back: it was installed, the time is over, or its supplier does ' +
        'not say whether it is installed.',
      'too-many-requests': 'Too many eSIMs were given back by this mailbox or network.',
    },
  }),

  esimTopUps: get(`/web-${product.slug}-top-ups`, {
    tag: 'eSIMs',
    summary: 'List the top-ups for an eSIM',
    description:
      'Returns the top-ups that the supplier of an eSIM offers for it. To buy one, send it as `topUp` ' +
      'to the operation that orders plans.',
    isExtension: true,
    input: z.object({ lang, hash: esimHash }),
    output: z.object({ data: topUps }),
    refusals: blockedEsim,
  }),
}
