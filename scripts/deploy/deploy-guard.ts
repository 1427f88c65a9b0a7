import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'

/** The configuration that `wrangler deploy` uses. The build writes it from wrangler.toml. */
export const builtConfig = 'dist/esim_storefront/wrangler.json'

const command = 'node scripts/deploy/check-build.ts'

/**
 * The modules of the build. The build's own rule matches every script in its folder. `wrangler dev`
 * also writes bundles there while `npm start` serves the build.
 */
const rules = [
  { type: 'ESModule', globs: ['index.js', 'assets/*.js'] },
  { type: 'Data', globs: ['assets/*.bin'], fallthrough: false },
]

/**
 * Makes wrangler check the build before a deployment, and deploy only the modules of the build. The
 * settings in `dist/` are those of the last build, even if wrangler.toml has changed.
 */
export async function guardDeploy(): Promise<void> {
  const config = z.looseObject({}).parse(JSON.parse(await readFile(builtConfig, 'utf8')))
  await writeFile(builtConfig, JSON.stringify({ ...config, rules, build: { command } }))
}
