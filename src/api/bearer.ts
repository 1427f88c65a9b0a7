import { z } from 'zod'
import { fromBase64url, toBase64url } from '../kit/tokens.shared.ts'
import { secretIDSchema, type Session } from './common.ts'

/** Creates the Authorization header of a session: `Bearer base64url(sessionID:token)`. */
export function bearer({ sessionID, token }: Session): string {
  return `Bearer ${toBase64url(new TextEncoder().encode(`${sessionID}:${token}`))}`
}

const sessionPair = z.tuple([secretIDSchema, secretIDSchema])

export function readBearer(header: string | undefined): Session | null {
  const [, encoded] = /^Bearer ([A-Za-z0-9_-]{1,300})$/.exec(header ?? '') ?? []
  const bytes = encoded === undefined ? null : fromBase64url(encoded)
  const pair = sessionPair.safeParse(bytes && new TextDecoder().decode(bytes).split(':'))
  return pair.success ? { sessionID: pair.data[0], token: pair.data[1] } : null
}
