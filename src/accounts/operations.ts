import { z } from 'zod'
import {
  lang,
  time,
  done,
  codeSent,
  confirmationCode,
  email,
  nextNonce,
  sessionAnswer,
  signInNonce,
  utm,
} from '../api/common.ts'
import { get, post } from '../api/operation.ts'
import { maxUserAgent, passwordBounds } from '../kit/limits.shared.ts'

/** Parts of the account a customer may open. An operator removes one to close it. */
export const scopes = ['esims'] as const
export type Scope = (typeof scopes)[number]

export const customer = z
  .object({
    id: z.string(),
    email: z.string(),
    hasPassword: z.boolean(),
    scope: z.array(z.string()).describe('Parts of the account the customer may open: `esims`'),
    createdAt: time,
  })
  .meta({
    id: 'Customer',
    description: 'A customer account',
    examples: [
      {
        id: 'Xc9Rk2VtPq7LmWn4Ys0BdA',
        email: 'anna@example.com',
        hasPassword: false,
        scope: ['esims'],
        createdAt: '2026-11-12T10:00:00Z',
      },
    ],
  })
export type Customer = z.output<typeof customer>

/** The visitor's User-Agent header, from which the list of sessions names the browser. */
export const userAgent = z
  .string()
  .max(maxUserAgent)
  .optional()
  .describe('The visitor’s User-Agent header, to name the browser in the list of sessions')

export const accountSession = z
  .object({
    browser: z.string().describe('Device and browser: `Android, Firefox 132`. Empty when unknown'),
    openedAt: time.nullable().describe('Time of the sign-in'),
    usedAt: time.nullable().describe('Last use, to the hour'),
    isCurrent: z.boolean().describe('Whether it is the session of this request'),
    isRecent: z
      .boolean()
      .describe('Whether the sign-in was within ten minutes, so that a new password needs no code'),
  })
  .meta({
    id: 'AccountSession',
    description: 'A session of a customer or partner',
    examples: [
      {
        browser: 'Android, Firefox 132',
        openedAt: '2026-11-12T10:00:00Z',
        usedAt: '2026-11-21T10:00:00Z',
        isCurrent: true,
        isRecent: false,
      },
    ],
  })
export type AccountSession = z.output<typeof accountSession>

const sessionList = z.object({ data: z.array(accountSession) })
const sessionsEnd = z.object({
  keepsCurrent: z.boolean().default(false).describe('Whether the session of this request remains'),
})

export const password = z
  .string()
  .min(passwordBounds.min)
  .max(passwordBounds.max)
  .meta({ examples: ['correct horse battery'] })

/** A code that was sent to the address, and the browser that requested it. */
const codeOfAddress = {
  lang,
  email,
  code: confirmationCode,
  nonce: signInNonce,
  nextNonce: nextNonce.optional(),
  userAgent,
}

const tooManyCodes = 'Too many codes for this address or client address within an hour.'
const tooManyConfirmations = 'Too many codes entered by this client address within an hour.'
const accountClosed = 'The account has been closed.'
const usedCode = 'A concurrent request has used the code.'
const wrongCode = 'The code is wrong, used or expired, or has had too many attempts.'

export const accountOperations = {
  customerProfile: get('/users/self/profile', {
    tag: 'Customers',
    summary: 'Get the customer profile',
    description: 'Returns the account of the session.',
    session: 'customer',
    input: z.object({}),
    output: z.object({ user: customer }),
  }),

  customerSessions: get('/users/self/sessions', {
    tag: 'Customers',
    summary: 'List sessions',
    description:
      'Returns at most 50 sessions of the account: the current one, then the most recently used.',
    session: 'customer',
    isExtension: true,
    input: z.object({}),
    output: sessionList,
  }),

  customerSessionsEnd: post('/users/self/sessions-end', {
    tag: 'Customers',
    summary: 'Sign out everywhere',
    description: 'Ends all sessions of the account, or all except the session of this request.',
    session: 'customer',
    isExtension: true,
    input: sessionsEnd,
    output: done,
  }),

  referrerSessions: get('/referrer-sessions', {
    tag: 'Partners',
    summary: 'List sessions of a partner',
    description: 'Returns at most 50 sessions of the partner: the current one, then the last used.',
    session: 'referrer',
    isExtension: true,
    input: z.object({}),
    output: sessionList,
  }),

  referrerSessionsEnd: post('/referrer-sessions-end', {
    tag: 'Partners',
    summary: 'Sign out a partner everywhere',
    description: 'Ends all sessions of the partner, or all except the session of this request.',
    session: 'referrer',
    isExtension: true,
    input: sessionsEnd,
    output: done,
  }),

  passwordLogin: post('/api/auth/login', {
    tag: 'Customers',
    summary: 'Sign in with a password',
    description:
      'Strategy `local`: signs in a customer who has set a password. Answers 429 after ten attempts ' +
      'by a client address for an account within an hour. A browser that has signed in ' +
      'before has its own limit, if its nonce is sent.',
    input: z.object({
      lang,
      email,
      password: z
        .string()
        .min(1)
        .max(passwordBounds.max)
        .meta({ examples: ['correct horse battery'] }),
      nonce: signInNonce.optional(),
      nextNonce: nextNonce.optional(),
      userAgent,
    }),
    output: sessionAnswer,
    refusals: {
      'wrong-password': 'The address or the password is wrong.',
      'too-many-requests':
        'Too many attempts for this account or by this client address within an hour.',
    },
  }),

  passwordLogout: post('/api/auth/logout', {
    tag: 'Customers',
    summary: 'Sign out',
    description: 'Strategy `local`: ends the session. The same as `customerLogout`.',
    session: 'customer',
    input: z.object({}),
    output: done,
  }),

  passwordUser: get('/api/auth/user', {
    tag: 'Customers',
    summary: 'Get the signed-in customer',
    description: 'Strategy `local`: returns the account of the session.',
    session: 'customer',
    input: z.object({}),
    output: z.object({ user: customer }),
  }),

  customerCodeSend: post('/users/self/code-send', {
    tag: 'Customers',
    summary: 'Send a sign-in code by email',
    description:
      'Sends a code of six digits, or of eight while somebody guesses codes. A second request ' +
      'within a minute sends nothing and returns the seconds to wait. The response does not reveal ' +
      'whether an account exists.',
    isExtension: true,
    input: z.object({ lang, email, nonce: signInNonce }),
    output: codeSent,
    refusals: { 'too-many-requests': tooManyCodes },
  }),

  customerAuth: post('/users/self/auth', {
    tag: 'Customers',
    summary: 'Sign in with a code',
    description:
      'Strategy `localAuth`: signs in an existing customer with the code from the email. A code ' +
      'has five attempts. Without an account it answers `no-account`, and the code stays valid ' +
      'for `registerConfirm`.',
    input: z.object(codeOfAddress),
    output: sessionAnswer,
    refusals: {
      'no-account': 'There is no account with this address.',
      'code-used': usedCode,
      'wrong-code': wrongCode,
      'too-many-requests': tooManyConfirmations,
    },
  }),

  registerConfirm: post('/users/self/register-confirm', {
    tag: 'Customers',
    summary: 'Confirm an address and create an account',
    description:
      'Strategy `registerConfirm`: creates the account of a confirmed address and signs in. ' +
      'Signs in to the account if it exists.',
    input: z.object({
      ...codeOfAddress,
      consent: z.literal(true).describe('Consent to personal data processing'),
      utm: utm.optional(),
    }),
    output: sessionAnswer,
    refusals: {
      'code-used': usedCode,
      'wrong-code': wrongCode,
      'too-many-requests': tooManyConfirmations,
    },
  }),

  customerLogout: post('/users/self/logout', {
    tag: 'Customers',
    summary: 'Sign out a customer',
    description: 'Ends the session on the server.',
    session: 'customer',
    input: z.object({}),
    output: done,
  }),

  customerPassword: post('/users/self/password', {
    tag: 'Customers',
    summary: 'Set a password',
    description:
      'Sets the password of the account and ends its other sessions. If the sign-in is more than ten ' +
      'minutes old, requires a sign-in code. Refuses common passwords.',
    session: 'customer',
    isExtension: true,
    input: z.object({
      password,
      code: confirmationCode
        .optional()
        .describe('A sign-in code. Required when the customer signed in more than ten minutes ago'),
      nonce: signInNonce.optional(),
    }),
    output: done,
    refusals: {
      'confirmation-needed': 'The sign-in is more than ten minutes old, and no code was sent.',
      forbidden: accountClosed,
      'wrong-code': wrongCode,
      'code-used': usedCode,
      'too-many-requests':
        'Too many passwords for this account, or too many codes entered by this client address within ' +
        'an hour.',
    },
  }),
}
