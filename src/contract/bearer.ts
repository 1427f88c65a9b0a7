import { z } from 'zod'
import { fromBase64url, toBase64url } from '../domain/base64url.ts'
import { secretIDSchema } from './common.ts'
import type { Session } from './common.ts'

/** The Authorization header of a session: `Bearer base64url(sessionID:token)`. */
export function bearer({ sessionID, token }: Session): string {
  return `Bearer ${toBase64url(`${sessionID}:${token}`)}`
}

const sessionPair = z.tuple([secretIDSchema, secretIDSchema])

export function readBearer(header: string | undefined): Session | null {
  const [, encoded] = /^Bearer ([A-Za-z0-9_-]{1,300})$/.exec(header ?? '') ?? []
  const pair = sessionPair.safeParse(encoded && fromBase64url(encoded)?.split(':'))
  return pair.success ? { sessionID: pair.data[0], token: pair.data[1] } : null
}
