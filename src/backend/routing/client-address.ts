import type { Context } from 'hono'
import type { BackendConfig } from '../../config/backend-config.ts'
import { clientAddressHeader, storefrontKeyHeader } from '../../contract/endpoint.ts'
import type { BackendEnv } from '../context.ts'
import { equalInConstantTime } from '../hashing.ts'

/**
 * The IP address that rate limits count; '' when unknown. The storefront reports the visitor's
 * address. For any other caller it is the caller's own address, because others could report false
 * ones.
 */
export function clientAddressOf(
  c: Context<BackendEnv>,
  { STOREFRONT_KEY }: Pick<BackendConfig, 'STOREFRONT_KEY'>,
): string {
  const key = c.req.header(storefrontKeyHeader) ?? ''
  const isStorefront =
    c.env.isInProcess === true ||
    (STOREFRONT_KEY !== null && equalInConstantTime(key, STOREFRONT_KEY))
  const reported = isStorefront ? c.req.header(clientAddressHeader) : undefined
  return reported ?? c.req.header('CF-Connecting-IP') ?? ''
}
