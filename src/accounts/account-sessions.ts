import { z } from 'zod'
import { maxLength } from '../kit/limits.shared.ts'
import { done, time } from '../api/common.ts'
import { get, post } from '../api/endpoint.ts'

/** The visitor's User-Agent header, from which the list of sessions names the browser. */
export const userAgent = z
  .string()
  .max(maxLength.userAgent)
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
  .meta({ id: 'AccountSession', description: 'A session of a customer or partner' })
export type AccountSession = z.output<typeof accountSession>

const sessionList = z.object({ data: z.array(accountSession) })
const sessionsEnd = z.object({
  keepsCurrent: z.boolean().default(false).describe('Whether the session of this request remains'),
})

export const customerSessions = get(
  '/users/self/sessions',
  'List sessions',
  z.object({}),
  sessionList,
  { session: 'customer', isExtension: true },
)

export const customerSessionsEnd = post(
  '/users/self/sessions-end',
  'Sign out everywhere',
  sessionsEnd,
  done,
  { session: 'customer', isExtension: true },
)

export const referrerSessions = get(
  '/referrer-sessions',
  'List sessions of a partner',
  z.object({}),
  sessionList,
  { session: 'referrer', isExtension: true },
)

export const referrerSessionsEnd = post(
  '/referrer-sessions-end',
  'Sign out a partner everywhere',
  sessionsEnd,
  done,
  { session: 'referrer', isExtension: true },
)
