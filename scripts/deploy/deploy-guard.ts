import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'

/** The configuration that `wrangler deploy` uses: the build makes it from wrangler.toml. */
export const builtConfig = 'dist/esim_storefront/wrangler.json'

const command = 'node scripts/deploy/check-build.ts'

/**
 * Lets wrangler check the build before it deploys it: the settings in `dist/` are those of the last
 * build, whatever wrangler.toml says by now.
 */
export async function guardDeploy(): Promise<void> {
  const config = z.looseObject({}).parse(JSON.parse(await readFile(builtConfig, 'utf8')))
  await writeFile(builtConfig, JSON.stringify({ ...config, build: { command } }))
}
