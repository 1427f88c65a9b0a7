import { z } from 'zod'
import { oneLine, maxPasskeyName, payoutDetailsBounds, phonePattern } from '../kit/limits.shared.ts'
import { passkeyPurposes } from '../kit/passkey.shared.ts'
import {
  done,
  lang,
  secretIDSchema,
  idempotencyKey,
  time,
  codeSent,
  confirmationCode,
  listAnswer,
  listQuery,
  money,
  nextNonce,
  sessionAnswer,
  signInNonce,
  utm,
} from '../api/common.ts'
import { get, post } from '../api/operation.ts'
import { userAgent } from '../accounts/operations.ts'

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/)

/** At most 1,023 bytes (WebAuthn, section 4). */
const credentialID = base64url(1364).describe('Identifier of the passkey, base64url')
const transports = z
  .array(z.string().max(32).regex(oneLine))
  .max(8)
  .describe('Transports of the passkey, as `getTransports()` returns them')

const exampleID = 'AZ4uYl0gTnq2cXhGvB1wR9kLs7Dm3e'
const exampleClientData = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'

export const newPasskey = z
  .object({
    id: credentialID,
    clientDataJSON: base64url(4096),
    attestationObject: base64url(32_768),
    transports: transports.default([]),
  })
  .meta({
    id: 'NewPasskey',
    description: 'Answer of `navigator.credentials.create()`, base64url',
    examples: [
      {
        id: exampleID,
        clientDataJSON: exampleClientData,
        attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViU',
        transports: ['internal', 'hybrid'],
      },
    ],
  })
export type NewPasskey = z.output<typeof newPasskey>

export const passkeyProof = z
  .object({
    id: credentialID,
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(4096),
  })
  .meta({
    id: 'PasskeyProof',
    description: 'Answer of `navigator.credentials.get()`, base64url',
    examples: [
      {
        id: exampleID,
        clientDataJSON: exampleClientData,
        authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
        signature: 'MEUCIQDJx0Pz5vVfQ2o4TqS9yX8d',
      },
    ],
  })
export type PasskeyProof = z.output<typeof passkeyProof>

export const passkey = z
  .object({
    id: secretIDSchema,
    name: z.string().describe('As the partner named it'),
    addedAt: time,
    usedAt: time.nullable().describe('Time of the last use, or null before the first use'),
  })
  .meta({
    id: 'Passkey',
    description: 'A passkey that confirms withdrawals',
    examples: [
      {
        id: 'f5Hn1PzQeW7uGa3sXbM9Ro',
        name: 'Android, Firefox 132',
        addedAt: '2026-11-21T10:00:00Z',
        usedAt: null,
      },
    ],
  })
export type Passkey = z.output<typeof passkey>

export const passkeySettings = z
  .object({
    passkeys: z.array(passkey),
    isOpen: z
      .boolean()
      .describe(
        'Whether passkeys can be added and removed now. This needs a confirmation by a passkey within ' +
          'the last ten minutes or, without passkeys, a sign-in',
      ),
    isRecent: z.boolean().describe('Whether the partner has signed in within the last ten minutes'),
    recoveryEndsAt: time.nullable().meta({
      description: 'Time at which all passkeys end, because the partner reported them as lost',
      examples: [null],
    }),
  })
  .meta({ id: 'PasskeySettings', description: 'Passkeys of a partner' })
export type PasskeySettings = z.output<typeof passkeySettings>

export const passkeyChallenge = z
  .object({
    challenge: z.string().describe('256 random bits, valid once, for five minutes'),
    rpID: z.string().describe('Domain of the shop'),
    rpName: z.string(),
    userID: z.string().describe('base64url'),
    userName: z.string(),
    passkeys: z.array(z.object({ id: credentialID, transports })),
  })
  .meta({
    id: 'PasskeyChallenge',
    description: 'Options for the browser to use a passkey',
    examples: [
      {
        challenge: 'c8Vt2RmKx4Qd7LhY1JwZsA',
        rpID: 'shop.example.com',
        rpName: 'Meridian',
        userID: 'f5Hn1PzQeW7uGa3sXbM9Ro',
        userName: '+79•••••6789',
        passkeys: [{ id: exampleID, transports: ['internal', 'hybrid'] }],
      },
    ],
  })
export type PasskeyChallenge = z.output<typeof passkeyChallenge>

export const phone = z
  .string()
  .regex(phonePattern)
  .meta({ description: 'Phone number in E.164', examples: ['+79123456789'] })

export const partner = z
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
  .meta({
    id: 'Referrer',
    description: 'A partner account',
    examples: [
      {
        phone: '+79•••••6789',
        esimsPurchased: 12,
        balance: { minor: 4200, currency: 'USD' },
        available: { minor: 3800, currency: 'USD' },
        availableFrom: '2026-12-03T09:00:00.000Z',
        requested: { minor: 0, currency: 'USD' },
        rewardHoldDays: 14,
        referralLink: 'https://shop.example.com/?refid=k7w2m9xq4b',
        rewardPercent: 10,
        minimumWithdrawal: { minor: 3000, currency: 'USD' },
        withdrawalsOpen: true,
        earnings: [{ month: '2026-11', amount: { minor: 1600, currency: 'USD' } }],
      },
    ],
  })
export type Partner = z.output<typeof partner>

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
  .meta({
    id: 'Transaction',
    description: 'A reward, a reversal, a withdrawal or a correction',
    examples: [
      {
        id: 'q3Nw7ZfLt0RkYc8HvB2mXe',
        type: 'withdrawal',
        amount: { minor: -4200, currency: 'USD' },
        status: 'requested',
        createdAt: '2026-11-21T10:00:00Z',
      },
    ],
  })
export type Transaction = z.output<typeof transaction>

const tooManyChanges =
  'Ten changes of passkeys by this partner today, or too many SMS of the shop within an hour.'

export const partnerOperations = {
  referrerPasskeys: get('/referrer-passkeys', {
    tag: 'Partners',
    summary: 'List passkeys',
    description: 'Returns the passkeys of the partner, and whether they can be changed now.',
    session: 'referrer',
    isExtension: true,
    input: z.object({}),
    output: z.object({ data: passkeySettings }),
  }),

  referrerPasskeyChallenge: post('/referrer-passkey-challenge', {
    tag: 'Partners',
    summary: 'Create a challenge for a passkey',
    description:
      'Creates a challenge for this session: to add a passkey, to open the settings of passkeys, or ' +
      'to confirm a withdrawal. It replaces the previous challenge with the same purpose.',
    session: 'referrer',
    isExtension: true,
    input: z.object({ purpose: z.enum(passkeyPurposes) }),
    output: z.object({ data: passkeyChallenge }),
  }),

  referrerPasskeySettings: post('/referrer-passkey-settings', {
    tag: 'Partners',
    summary: 'Open the settings of passkeys',
    description: 'Allows this session to add and remove passkeys for ten minutes.',
    session: 'referrer',
    isExtension: true,
    input: z.object({ lang, passkey: passkeyProof }),
    output: done,
    refusals: { 'passkey-refused': 'The challenge or the signature of the passkey is wrong.' },
  }),

  referrerPasskeyAdd: post('/referrer-passkey-add', {
    tag: 'Partners',
    summary: 'Add a passkey',
    description:
      'Adds a passkey, which withdrawals then need. The first passkey needs a sign-in within the ' +
      'last ten minutes. Other passkeys need one of the existing passkeys. Notifies the partner by SMS.',
    session: 'referrer',
    isExtension: true,
    input: z.object({
      lang,
      name: z
        .string()
        .trim()
        .min(1)
        .max(maxPasskeyName)
        .regex(oneLine)
        .meta({ examples: ['Android, Firefox 132'] }),
      passkey: newPasskey,
    }),
    output: done,
    refusals: {
      'confirmation-needed': 'The sign-in was more than ten minutes ago.',
      'passkey-needed': 'No passkey has opened the settings within the last ten minutes.',
      'passkey-refused': 'The challenge is wrong, or the kind of the passkey is not accepted.',
      'too-many-requests': tooManyChanges,
    },
  }),

  referrerPasskeyRemove: post('/referrer-passkey-remove', {
    tag: 'Partners',
    summary: 'Remove a passkey',
    description: 'Removes a passkey at once, and notifies the partner by SMS.',
    session: 'referrer',
    isExtension: true,
    input: z.object({ lang, id: secretIDSchema.meta({ examples: ['f5Hn1PzQeW7uGa3sXbM9Ro'] }) }),
    output: done,
    refusals: {
      'not-found': 'The partner has no such passkey.',
      'confirmation-needed': 'The sign-in was more than ten minutes ago.',
      'passkey-needed': 'No passkey has opened the settings within the last ten minutes.',
      'too-many-requests': tooManyChanges,
    },
  }),

  referrerPasskeyRecovery: post('/referrer-passkey-recovery', {
    tag: 'Partners',
    summary: 'Report passkeys as lost',
    description:
      'Ends all passkeys of the partner after 72 hours, unless the partner uses one first. Notifies the ' +
      'partner by SMS, and the operator by email.',
    session: 'referrer',
    isExtension: true,
    input: z.object({ lang }),
    output: done,
    refusals: {
      'not-found': 'The partner has no passkeys.',
      'confirmation-needed': 'The sign-in was more than ten minutes ago.',
      'too-many-requests': tooManyChanges,
    },
  }),

  referrer: get('/referrer', {
    tag: 'Partners',
    summary: 'Get the partner account',
    description: 'Returns the balance, the referral link and the earnings of the partner.',
    session: 'referrer',
    input: z.object({}),
    output: z.object({ data: partner }),
  }),

  referrerLogout: post('/referrer-logout', {
    tag: 'Partners',
    summary: 'Sign out a partner',
    description: 'Ends the session on the server.',
    session: 'referrer',
    input: z.object({}),
    output: done,
  }),

  referrerCodeSend: post('/web-referrer-phone-code-send', {
    tag: 'Partners',
    summary: 'Send a sign-in code by SMS',
    description:
      'Sends a code of six digits, or of eight while somebody guesses codes. A second request ' +
      'within a minute sends nothing and returns the seconds to wait. Refuses numbers that are not ' +
      'mobile, and numbers of countries that the shop does not serve.',
    input: z.object({
      lang,
      phone,
      nonce: signInNonce,
      agreesToDataPolicy: z.literal(true).describe('Consent to the data policy'),
      agreesToUserAgreement: z.literal(true).describe('Consent to the user agreement'),
    }),
    output: codeSent,
    refusals: {
      'too-many-requests': 'Too many codes for this phone or client address within an hour.',
    },
  }),

  referrerConfirm: post('/web-referrer-phone-confirm', {
    tag: 'Partners',
    summary: 'Sign in a partner',
    description:
      'Signs in a partner with the code from the SMS. The first sign-in creates the account.',
    input: z.object({
      lang,
      phone,
      code: confirmationCode,
      nonce: signInNonce,
      nextNonce: nextNonce.optional(),
      userAgent,
      utm: utm.optional(),
    }),
    output: sessionAnswer,
    refusals: {
      'code-used': 'A concurrent request has used the code.',
      'wrong-code': 'The code is wrong, used or expired, or has had too many attempts.',
      'too-many-requests': 'Too many codes entered by this client address within an hour.',
    },
  }),

  referrerTransactions: get('/referrer-transactions', {
    tag: 'Partners',
    summary: 'List transactions',
    description: 'Returns rewards, reversals and withdrawals of the partner, newest first.',
    session: 'referrer',
    input: z.object({
      ...listQuery,
      search_string: z
        .enum(['', ...transactionKinds])
        .default('')
        .describe('Only transactions of this type. An empty string returns all'),
    }),
    output: z.object({ data: z.array(transaction), ...listAnswer }),
  }),

  referrerWithdrawal: post('/referrer-withdrawal', {
    tag: 'Partners',
    summary: 'Request a withdrawal',
    description:
      'Requests a withdrawal of the available balance. A repeated request with the same ' +
      '`idempotencyKey` returns the same withdrawal. Partners with passkeys must confirm it with one.',
    session: 'referrer',
    isExtension: true,
    input: z.object({
      lang,
      payoutDetails: z
        .string()
        .trim()
        .min(payoutDetailsBounds.min)
        .max(payoutDetailsBounds.max)
        .regex(oneLine)
        .meta({
          description: 'Payout details, in one line',
          examples: ['PayPal anna@example.com'],
        }),
      idempotencyKey: idempotencyKey.describe(
        'Random key of the form. A repeated request returns the same withdrawal',
      ),
      passkey: passkeyProof
        .optional()
        .describe(
          'Required when the partner has passkeys, for a challenge with purpose `withdrawal`',
        ),
    }),
    output: z.object({ data: transaction }),
    refusals: {
      'balance-too-small': 'The balance is below the minimum.',
      'withdrawals-closed': 'The shop has switched withdrawals off.',
      'key-reused': 'The key was used for a withdrawal to other payout details.',
      'passkey-needed': 'The partner has passkeys, and the request has none.',
      'passkey-refused': 'The challenge or the signature of the passkey is wrong.',
    },
  }),
}
