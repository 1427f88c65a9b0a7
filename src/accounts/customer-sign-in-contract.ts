import { z } from 'zod'
import { passwordBounds } from '../kit/limits.shared.ts'
import { userAgent } from './account-sessions.ts'
import {
  codeSent,
  confirmationCode,
  done,
  email,
  lang,
  nextNonce,
  sessionAnswer,
  signInNonce,
} from '../api/common.ts'
import { customer } from './customer.ts'
import { get, post } from '../api/endpoint.ts'
import { utm } from '../api/utm.ts'

export const password = z.string().min(passwordBounds.min).max(passwordBounds.max)

/** A code that was sent to the address, and the browser that requested it. */
const codeOfAddress = {
  lang,
  email,
  code: confirmationCode,
  nonce: signInNonce,
  nextNonce: nextNonce.optional(),
  userAgent,
}

export const passwordLogin = post(
  '/api/auth/login',
  'Sign in with a password',
  z.object({
    lang,
    email,
    password: z.string().min(1).max(passwordBounds.max),
    nonce: signInNonce.optional(),
    nextNonce: nextNonce.optional(),
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
  { isExtension: true },
)

export const customerAuth = post(
  '/users/self/auth',
  'Sign in with a code',
  z.object(codeOfAddress),
  sessionAnswer,
)

export const registerConfirm = post(
  '/users/self/register-confirm',
  'Confirm an address and create an account',
  z.object({
    ...codeOfAddress,
    consent: z.literal(true).describe('Consent to personal data processing'),
    utm: utm.optional(),
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

export const customerPassword = post(
  '/users/self/password',
  'Set a password',
  z.object({
    password,
    code: confirmationCode
      .optional()
      .describe('A sign-in code. Required when the customer signed in more than ten minutes ago'),
    nonce: signInNonce.optional(),
  }),
  done,
  { session: 'customer', isExtension: true },
)
