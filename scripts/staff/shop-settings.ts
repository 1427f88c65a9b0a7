import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { unstable_readConfig } from 'wrangler'

/** The file from which `wrangler dev` reads secrets. */
const secretsFile = '.dev.vars'

/**
 * Returns settings and secrets for a command. The environment overrides `.dev.vars`, which
 * overrides `wrangler.toml`. The secrets of a deployed worker cannot be read.
 */
export function shopSettings(): { readonly [name: string]: unknown } {
  const { vars } = unstable_readConfig({ config: 'wrangler.toml' })
  const secrets = existsSync(secretsFile) ? parseEnv(readFileSync(secretsFile, 'utf8')) : {}
  return { ...vars, ...secrets, ...process.env }
}
