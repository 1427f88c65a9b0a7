/** What wrangler.toml binds. Values of [vars] and secrets are read through src/config/storefront-config.ts only. */
declare namespace Cloudflare {
  interface Env {
    readonly DB: D1Database
    readonly CACHE: KVNamespace
    readonly UPLOADS: R2Bucket
  }
}

interface Env extends Cloudflare.Env {}
