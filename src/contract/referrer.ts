import { z } from 'zod'
import { payoutDetailsBounds } from '../domain/field-limits.ts'
import { phonePattern } from '../domain/phone.ts'
import {
  codeSent,
  confirmationCode,
  done,
  lang,
  listAnswer,
  listQuery,
  money,
  secretID,
  sessionAnswer,
  time,
} from './common.ts'
import { get, post } from './endpoint.ts'

export const phone = z.string().regex(phonePattern).describe('E.164: `+79123456789`')

export const referrer = z.object({
  phone: z.string().describe('E.164 with the middle hidden: `+79•••••6789`'),
  esimsPurchased: z
    .int()
    .nonnegative()
    .describe('Paid orders through the link, less refunded ones'),
  balance: money.describe(
    'The sum of the history; below zero when a reward is taken back after a withdrawal',
  ),
  referralLink: z.url(),
  rewardPercent: z.number().describe('Share of a paid order'),
  minimumWithdrawal: money,
  withdrawalsOpen: z.boolean().describe('false: temporarily switched off by the operator'),
  earnings: z
    .array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), amount: money }))
    .describe('Rewards by month (UTC), the last twelve, oldest first'),
})
export type Referrer = z.infer<typeof referrer>

export const referrerAccount = get(
  '/referrer',
  'The partner who is signed in: balance, link, earnings',
  z.object({}),
  z.object({ data: referrer }),
  { session: 'referrer' },
)

export const referrerLogout = post('/referrer-logout', 'Ends the session', z.object({}), done, {
  session: 'referrer',
})

export const referrerCodeSend = post(
  '/web-referrer-phone-code-send',
  'Sends a confirmation code by SMS; asked again within a minute, it answers without sending',
  z.object({
    lang,
    phone,
    agreesToDataPolicy: z.literal(true),
    agreesToUserAgreement: z.literal(true),
  }),
  codeSent,
)

export const referrerConfirm = post(
  '/web-referrer-phone-confirm',
  'Signs a partner in with the code from the SMS; the first time makes the account',
  z.object({ lang, phone, code: confirmationCode }),
  sessionAnswer,
)

export const transactionKinds = ['reward', 'withdrawal'] as const

export const transaction = z.object({
  id: z.string(),
  type: z.enum(transactionKinds),
  amount: money.describe('Signed: a reward taken back and a withdrawal are below zero'),
  status: z
    .enum(['booked', 'reversed', 'requested', 'paid'])
    .describe('booked: a reward; reversed: one taken back; requested, paid: a withdrawal'),
  createdAt: time,
})
export type Transaction = z.infer<typeof transaction>

export const referrerTransactions = get(
  '/referrer-transactions',
  'Rewards and withdrawals, newest first',
  z.object({
    ...listQuery,
    search_string: z
      .enum(['', ...transactionKinds])
      .default('')
      .describe('Only this type; empty: every type'),
  }),
  z.object({ data: z.array(transaction), ...listAnswer }),
  { session: 'referrer' },
)

export const referrerWithdrawal = post(
  '/referrer-withdrawal',
  'Asks for the whole balance; 409 below the minimum or while withdrawals are switched off. The same key answers the same withdrawal',
  z.object({
    lang,
    payoutDetails: z
      .string()
      .trim()
      .min(payoutDetailsBounds.min)
      .max(payoutDetailsBounds.max)
      .describe('Where the money goes, in the partner’s words'),
    idempotencyKey: secretID,
  }),
  z.object({ data: transaction }),
  { session: 'referrer', extension: true },
)
