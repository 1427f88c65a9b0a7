import type { Context } from 'hono'
import type { BackendConfig } from '../settings.ts'
import { clientAddressHeader, storefrontKeyHeader } from './operation.ts'
import { clientAddressIn } from '../kit/http.ts'
import type { BackendEnv } from '../context.ts'
import { equalInConstantTime } from '../kit/crypto.ts'

/**
 * Returns the IP address that rate limits count, or '' when it is unknown. Only the storefront may
 * report a visitor's address. Other callers are counted by their own address, because they could
 * report a false address.
 */
export function clientAddressOf(
  c: Context<BackendEnv>,
  { STOREFRONT_KEY }: Pick<BackendConfig, 'STOREFRONT_KEY'>,
): string {
  const key = c.req.header(storefrontKeyHeader) ?? ''
  const isStorefront = STOREFRONT_KEY !== null && equalInConstantTime(key, STOREFRONT_KEY)
  const reported = isStorefront ? c.req.header(clientAddressHeader) : undefined
  return reported ?? clientAddressIn(c.req.raw.headers)
}
