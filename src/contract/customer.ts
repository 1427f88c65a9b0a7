import { z } from 'zod'
import { maxLength, passwordBounds } from '../domain/field-limits.ts'
import {
  codeSent,
  confirmationCode,
  done,
  email,
  lang,
  listAnswer,
  listQuery,
  sessionAnswer,
  signInNonce,
  time,
} from './common.ts'
import { get, post } from './endpoint.ts'
import { esimBalance } from './purchase.ts'

export const password = z.string().min(passwordBounds.min).max(passwordBounds.max)

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
  .meta({ id: 'Customer', description: 'A customer account' })
export type Customer = z.infer<typeof customer>

/** The visitor's User-Agent header, from which the list of sessions names the browser. */
const userAgent = z
  .string()
  .max(maxLength.userAgent)
  .optional()
  .describe('The visitor’s User-Agent header, to name the browser in the list of sessions')

export const customerSession = z
  .object({
    browser: z.string().describe('Browser and system: `Firefox, Android`. Empty when unknown'),
    openedAt: time.nullable().describe('Time of the sign-in'),
    usedAt: time.nullable().describe('Last use, to the hour'),
    isCurrent: z.boolean().describe('Whether it is the session of this request'),
    isRecent: z
      .boolean()
      .describe('Signed in within ten minutes, so that a new password needs no code'),
  })
  .meta({ id: 'CustomerSession', description: 'A session of a customer' })
export type CustomerSession = z.infer<typeof customerSession>

export const passwordLogin = post(
  '/api/auth/login',
  'Sign in with a password',
  z.object({
    lang,
    email,
    password: z.string().min(1).max(passwordBounds.max),
    nonce: signInNonce.optional(),
    userAgent,
  }),
  sessionAnswer,
)

export const passwordLogout = post('/api/auth/logout', 'Sign out', z.object({}), done, {
  session: 'customer',
})

export const passwordUser = get(
  '/api/auth/user',
  'Get the signed-in customer',
  z.object({}),
  z.object({ user: customer }),
  { session: 'customer' },
)

export const customerCodeSend = post(
  '/users/self/code-send',
  'Send a sign-in code by email',
  z.object({ lang, email, nonce: signInNonce }),
  codeSent,
  { extension: true },
)

export const customerAuth = post(
  '/users/self/auth',
  'Sign in with a code',
  z.object({ lang, email, code: confirmationCode, nonce: signInNonce, userAgent }),
  sessionAnswer,
)

export const registerConfirm = post(
  '/users/self/register-confirm',
  'Confirm an address and create an account',
  z.object({
    lang,
    email,
    code: confirmationCode,
    nonce: signInNonce,
    userAgent,
    consent: z.literal(true).describe('Consent to personal data processing'),
  }),
  sessionAnswer,
)

export const customerLogout = post(
  '/users/self/logout',
  'Sign out a customer',
  z.object({}),
  done,
  {
    session: 'customer',
  },
)

export const customerProfile = get(
  '/users/self/profile',
  'Get the customer profile',
  z.object({}),
  z.object({ user: customer }),
  { session: 'customer' },
)

export const customerPassword = post(
  '/users/self/password',
  'Set a password',
  z.object({
    password,
    code: confirmationCode
      .optional()
      .describe('A sign-in code. Needed when the customer signed in more than ten minutes ago'),
    nonce: signInNonce.optional(),
  }),
  done,
  { session: 'customer', extension: true },
)

export const customerSessions = get(
  '/users/self/sessions',
  'List sessions',
  z.object({}),
  z.object({ data: z.array(customerSession) }),
  { session: 'customer', extension: true },
)

export const customerSessionsEnd = post(
  '/users/self/sessions-end',
  'Sign out everywhere',
  z.object({}),
  done,
  { session: 'customer', extension: true },
)

export const customerEsims = get(
  '/users/self/esims',
  'List purchased eSIMs',
  z.object({ lang, ...listQuery }),
  z.object({
    data: z.array(esimBalance.extend({ purchasedAt: time })),
    ...listAnswer,
  }),
  { session: 'customer', extension: true },
)
