import type { Operations } from '../../operations.ts'
import type { Transaction } from '../../partners/partners-contract.ts'
import {
  exampleCodeSent,
  exampleDone,
  exampleKey,
  exampleListAnswer,
  exampleNonce,
  exampleSession,
  exampleSessionOfAccount,
} from './entities.ts'
import type { OperationDocs } from './operation-docs.ts'

const examplePhone = '+79123456789'

const exampleReward: Transaction = {
  id: 'Jd8sKq2Lx0VnB4yTzR6mCw',
  type: 'reward',
  amount: { minor: 140, currency: 'USD' },
  status: 'booked',
  createdAt: '2026-11-12T10:00:00Z',
}

const exampleWithdrawal: Transaction = {
  id: 'q3Nw7ZfLt0RkYc8HvB2mXe',
  type: 'withdrawal',
  amount: { minor: -4200, currency: 'USD' },
  status: 'requested',
  createdAt: '2026-11-21T10:00:00Z',
}

export const referrer: OperationDocs<Operations['referrer']> = {
  tag: 'Partners',
  description: 'Returns the balance, the referral link and the earnings of the partner.',
  request: {},
  response: {
    data: {
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
  },
}

export const referrerLogout: OperationDocs<Operations['referrerLogout']> = {
  tag: 'Partners',
  description: 'Ends the session on the server.',
  request: {},
  response: exampleDone,
}

export const referrerCodeSend: OperationDocs<Operations['referrerCodeSend']> = {
  tag: 'Partners',
  description:
    'Sends a code of six digits, or of eight while somebody guesses codes. A second request ' +
    'within a minute sends nothing and returns the seconds to wait. Refuses numbers that are not ' +
    'mobile, and numbers of countries that the shop does not serve.',
  request: {
    lang: 'en',
    phone: examplePhone,
    nonce: exampleNonce,
    agreesToDataPolicy: true,
    agreesToUserAgreement: true,
  },
  response: exampleCodeSent,
  refusals: {
    'too-many-requests': 'Too many codes for this phone or client address within an hour.',
  },
}

export const referrerConfirm: OperationDocs<Operations['referrerConfirm']> = {
  tag: 'Partners',
  description:
    'Signs in a partner with the code from the SMS. The first sign-in creates the account.',
  request: { lang: 'en', phone: examplePhone, code: '482913', nonce: exampleNonce },
  response: exampleSession,
  refusals: {
    'code-used': 'A concurrent request has used the code.',
    'wrong-code': 'The code is wrong, used or expired, or has had too many attempts.',
    'too-many-requests': 'Too many codes entered by this client address within an hour.',
  },
}

export const referrerSessions: OperationDocs<Operations['referrerSessions']> = {
  tag: 'Partners',
  description: 'Returns at most 50 sessions of the partner: the current one, then the last used.',
  request: {},
  response: { data: [exampleSessionOfAccount] },
}

export const referrerSessionsEnd: OperationDocs<Operations['referrerSessionsEnd']> = {
  tag: 'Partners',
  description: 'Ends all sessions of the partner, or all except the session of this request.',
  request: { keepsCurrent: true },
  response: exampleDone,
}

export const referrerTransactions: OperationDocs<Operations['referrerTransactions']> = {
  tag: 'Partners',
  description: 'Returns rewards, reversals and withdrawals of the partner, newest first.',
  request: { search_string: 'reward', per_page: 20, page: 1 },
  response: { data: [exampleReward], ...exampleListAnswer },
}

export const referrerWithdrawal: OperationDocs<Operations['referrerWithdrawal']> = {
  tag: 'Partners',
  description:
    'Requests a withdrawal of the available balance. A repeated request with the same ' +
    '`idempotencyKey` returns the same withdrawal. Partners with passkeys must confirm it with one.',
  request: { lang: 'en', payoutDetails: 'PayPal anna@example.com', idempotencyKey: exampleKey },
  response: { data: exampleWithdrawal },
  refusals: {
    'balance-too-small': 'The balance is below the minimum.',
    'withdrawals-closed': 'The shop has switched withdrawals off.',
    'key-reused': 'The key was used for a withdrawal to other payout details.',
    'passkey-needed': 'The partner has passkeys, and the request has none.',
    'passkey-refused': 'The challenge or the signature of the passkey is wrong.',
  },
}
