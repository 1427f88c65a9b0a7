import { readFileSync } from 'node:fs'
import { parseArgs, parseEnv } from 'node:util'
import { unstable_readConfig } from 'wrangler'
import { exitOnError } from '../start/exit-on-error.ts'
import { deploymentProblems } from './deploy-settings.ts'

/**
 * `npm run deploy:check -- --secrets-file ~/esim-storefront.env`: checks wrangler.toml and the
 * secrets as the deployed worker will, and uploads nothing.
 */
await exitOnError(async () => {
  const { values } = parseArgs({ options: { 'secrets-file': { type: 'string' } } })
  const file = values['secrets-file']
  const secrets = file === undefined ? {} : parseEnv(readFileSync(file, 'utf8'))
  const settings = unstable_readConfig({ config: 'wrangler.toml' }).vars
  const problems = deploymentProblems({ ...settings, ...secrets })
  if (problems.length > 0) throw new Error(problems.join('\n'))
  console.log('The settings are valid.')
})
