import { wrangler } from '../database/wrangler.ts'
import { builtConfig } from './deploy-guard.ts'

type Release = {
  readonly siteOrigin: string
  readonly secretsFile: string | undefined
}

/**
 * Uploads the build, and returns the shop's origin. The address of a new worker is known only after
 * its deployment. A shop without its own origin is then deployed again with that address.
 */
export async function release({ siteOrigin, secretsFile }: Release): Promise<string> {
  const secrets = secretsFile === undefined ? [] : ['--secrets-file', secretsFile]
  const output = await wrangler(['deploy', ...secrets], builtConfig)
  console.log(output)
  if (!isLocal(siteOrigin)) return siteOrigin
  const [origin] = /https:\/\/[\w.-]+\.workers\.dev/.exec(output) ?? []
  if (origin === undefined)
    throw new Error(
      'wrangler reported no workers.dev address. Set SITE_ORIGIN in wrangler.toml, and deploy again.',
    )
  await wrangler(['deploy', '--var', `SITE_ORIGIN:${origin}`], builtConfig)
  console.log(`The shop's address is ${origin}. Set it as SITE_ORIGIN in wrangler.toml.`)
  return origin
}

function isLocal(origin: string): boolean {
  return new URL(origin).hostname === 'localhost'
}
