import { z } from 'zod'
import { passwordBounds } from '../domain/field-limits.ts'
import {
  codeSent,
  confirmationCode,
  done,
  email,
  lang,
  listAnswer,
  listQuery,
  sessionAnswer,
  time,
} from './common.ts'
import { get, post } from './endpoint.ts'
import { esimBalance } from './purchase.ts'

export const password = z.string().min(passwordBounds.min).max(passwordBounds.max)

/** What a customer's profile may open; an operator takes one away to close it. */
export const scopes = ['esims'] as const
export type Scope = (typeof scopes)[number]

export const customer = z.object({
  id: z.string(),
  email: z.string(),
  hasPassword: z.boolean(),
  scope: z.array(z.string()).describe('What the profile may open: `esims`'),
  createdAt: time,
})
export type Customer = z.infer<typeof customer>

export const passwordLogin = post(
  '/api/auth/login',
  'Strategy local: signs in with e-mail and password, for accounts that have one',
  z.object({ lang, email, password: z.string().min(1).max(passwordBounds.max) }),
  sessionAnswer,
)

export const passwordLogout = post('/api/auth/logout', 'Ends the session', z.object({}), done, {
  session: 'customer',
})

export const passwordUser = get(
  '/api/auth/user',
  'Who is signed in',
  z.object({}),
  z.object({ user: customer }),
  { session: 'customer' },
)

export const customerCodeSend = post(
  '/users/self/code-send',
  'Mails a confirmation code; asked again within a minute, it answers without sending',
  z.object({ lang, email }),
  codeSent,
  { extension: true },
)

export const customerAuth = post(
  '/users/self/auth',
  'Strategy localAuth: signs a customer in with the code from the mail; without an account it refuses with `no-account`, and the code stays unused',
  z.object({ lang, email, code: confirmationCode }),
  sessionAnswer,
)

export const registerConfirm = post(
  '/users/self/register-confirm',
  'Strategy registerConfirm: makes the account of a confirmed address, or signs in to it',
  z.object({
    lang,
    email,
    code: confirmationCode,
    consent: z.literal(true).describe('Consent to personal data processing'),
  }),
  sessionAnswer,
)

export const customerLogout = post('/users/self/logout', 'Ends the session', z.object({}), done, {
  session: 'customer',
})

export const customerProfile = get(
  '/users/self/profile',
  'Who is signed in',
  z.object({}),
  z.object({ user: customer }),
  { session: 'customer' },
)

export const customerPassword = post(
  '/users/self/password',
  'Sets the password of the one who is signed in',
  z.object({ password }),
  done,
  { session: 'customer', extension: true },
)

export const customerEsims = get(
  '/users/self/esims',
  'What was bought with the confirmed address, newest first; orders made as a guest too',
  z.object({ lang, ...listQuery }),
  z.object({
    data: z.array(esimBalance.extend({ purchasedAt: time })),
    ...listAnswer,
  }),
  { session: 'customer', extension: true },
)
