import { parseArgs } from 'node:util'
import { unstable_readConfig } from 'wrangler'
import { z } from 'zod'
import { describeFindings, hasErrors } from '../doctor/describe-findings.ts'
import { examineShop } from '../doctor/examine-shop.ts'
import { missingMigrations } from '../doctor/migration-findings.ts'
import { withDatabase } from '../import/apply-batches.ts'
import { migrate, openDatabase, wrangler } from '../import/d1.ts'
import { buildIfChanged } from '../start/build.ts'
import { exitOnError } from '../start/exit-on-error.ts'
import { builtConfig } from './deploy-guard.ts'
import { smokeTest } from './smoke-test.ts'

const production = { remote: true } as const

/**
 * `npm run deploy [-- --secrets-file FILE] [--yes]`: builds the shop, examines it, applies
 * migrations, deploys, and requests some pages. `--yes` deploys in spite of errors.
 */
await exitOnError(async () => {
  const options = {
    'secrets-file': { type: 'string' },
    yes: { type: 'boolean', default: false },
  } as const
  const { 'secrets-file': secretsFile, yes } = parseArgs({ options }).values
  const { vars } = unstable_readConfig({ config: 'wrangler.toml' })
  await buildIfChanged()
  const findings = await examineShop(production, { secretsFile, isAboutToMigrate: true })
  console.log(describeFindings(findings))
  if (hasErrors(findings) && !yes)
    throw new Error('Nothing was deployed. Correct the errors, or add --yes.')
  const bookmark = vars['API_BASE_URL'] ? null : await applyMigrations()
  const secrets = secretsFile === undefined ? [] : ['--secrets-file', secretsFile]
  console.log(await wrangler(['deploy', ...secrets], builtConfig))
  console.log('To undo the deployment: npx wrangler rollback')
  if (bookmark !== null)
    console.log(
      `To undo the migrations too, with all sales since: npx wrangler d1 time-travel restore DB --bookmark=${bookmark}`,
    )
  const problems = await smokeTest(String(vars['SITE_ORIGIN']), {
    hasBackend: !vars['API_BASE_URL'],
  })
  if (problems.length > 0) throw new Error(problems.join('\n'))
  console.log('The shop answers.')
})

/** Applies missing migrations. Returns the database's bookmark before them; null without any. */
async function applyMigrations(): Promise<string | null> {
  const missing = await withDatabase(async () => openDatabase(production), missingMigrations)
  if (missing.length === 0) return null
  const output = await wrangler(['d1', 'time-travel', 'info', 'DB', '--json'])
  const { bookmark } = z.object({ bookmark: z.string() }).parse(JSON.parse(output))
  await migrate(production)
  return bookmark
}
