import { z } from 'zod'
import { oneLine, payoutDetailsBounds, phonePattern } from '../kit/limits.shared.ts'
import { userAgent } from '../accounts/account-sessions.ts'
import {
  codeSent,
  confirmationCode,
  done,
  lang,
  listAnswer,
  listQuery,
  money,
  nextNonce,
  secretIDSchema,
  sessionAnswer,
  signInNonce,
  time,
} from '../api/common.ts'
import { get, post } from '../api/endpoint.ts'
import { passkeyProof } from './passkeys-contract.ts'
import { utm } from '../api/utm.ts'

export const phone = z
  .string()
  .regex(phonePattern)
  .describe('Phone number in E.164, for example `+79123456789`')

export const referrer = z
  .object({
    phone: z.string().describe('Phone number with the middle hidden: `+79•••••6789`'),
    esimsPurchased: z
      .int()
      .nonnegative()
      .describe('eSIMs purchased through the link, without refunded eSIMs and top-ups'),
    balance: money.describe(
      'Sum of all transactions. Negative when a reward is reversed after a withdrawal',
    ),
    available: money.describe('Amount of a withdrawal: the balance without rewards on hold'),
    availableFrom: time
      .nullable()
      .describe(
        'Time at which the first reward on hold becomes available. null if none is on hold',
      ),
    requested: money.describe('Withdrawals that are not paid yet'),
    rewardHoldDays: z.int().nonnegative().describe('Days that a new reward is on hold'),
    referralLink: z.url(),
    rewardPercent: z.number().describe('Reward in percent of a paid order'),
    minimumWithdrawal: money,
    withdrawalsOpen: z.boolean().describe('Whether the shop accepts withdrawals'),
    earnings: z
      .array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), amount: money }))
      .describe('Rewards of the last twelve months (UTC), oldest first'),
  })
  .meta({ id: 'Referrer', description: 'A partner account' })
export type Referrer = z.output<typeof referrer>

export const referrerAccount = get(
  '/referrer',
  'Get the partner account',
  z.object({}),
  z.object({ data: referrer }),
  { session: 'referrer' },
)

export const referrerLogout = post('/referrer-logout', 'Sign out a partner', z.object({}), done, {
  session: 'referrer',
})

export const referrerCodeSend = post(
  '/web-referrer-phone-code-send',
  'Send a sign-in code by SMS',
  z.object({
    lang,
    phone,
    nonce: signInNonce,
    agreesToDataPolicy: z.literal(true).describe('Consent to the data policy'),
    agreesToUserAgreement: z.literal(true).describe('Consent to the user agreement'),
  }),
  codeSent,
)

export const referrerConfirm = post(
  '/web-referrer-phone-confirm',
  'Sign in a partner',
  z.object({
    lang,
    phone,
    code: confirmationCode,
    nonce: signInNonce,
    nextNonce: nextNonce.optional(),
    userAgent,
    utm: utm.optional(),
  }),
  sessionAnswer,
)

export const transactionKinds = ['reward', 'withdrawal'] as const

export const transaction = z
  .object({
    id: z.string(),
    type: z
      .enum([...transactionKinds, 'adjustment'])
      .describe('`adjustment`: the shop corrected the balance, or returned a withdrawal to it'),
    amount: money.describe('Negative for withdrawals and reversed rewards'),
    status: z
      .enum(['booked', 'reversed', 'requested', 'paid', 'rejected'])
      .describe(
        'Reward: `booked` or `reversed`. Withdrawal: `requested`, `paid` or `rejected`. ' +
          'Adjustment: `booked`',
      ),
    reason: z
      .string()
      .optional()
      .describe('Why the shop rejected the withdrawal. Absent for other transactions'),
    createdAt: time,
  })
  .meta({ id: 'Transaction', description: 'A reward, a reversal, a withdrawal or a correction' })
export type Transaction = z.output<typeof transaction>

export const referrerTransactions = get(
  '/referrer-transactions',
  'List transactions',
  z.object({
    ...listQuery,
    search_string: z
      .enum(['', ...transactionKinds])
      .default('')
      .describe('Only transactions of this type. An empty string returns all'),
  }),
  z.object({ data: z.array(transaction), ...listAnswer }),
  { session: 'referrer' },
)

export const referrerWithdrawal = post(
  '/referrer-withdrawal',
  'Request a withdrawal',
  z.object({
    lang,
    payoutDetails: z
      .string()
      .trim()
      .min(payoutDetailsBounds.min)
      .max(payoutDetailsBounds.max)
      .regex(oneLine)
      .describe('Payout details, in one line'),
    idempotencyKey: secretIDSchema.describe(
      'Random key of the form. A repeated request returns the same withdrawal',
    ),
    passkey: passkeyProof
      .optional()
      .describe(
        'Required when the partner has passkeys, for a challenge with purpose `withdrawal`',
      ),
  }),
  z.object({ data: transaction }),
  { session: 'referrer', isExtension: true },
)
