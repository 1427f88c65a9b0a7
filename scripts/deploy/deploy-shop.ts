import { unstable_readConfig } from 'wrangler'
import { noProvider } from '../../src/payments/settings.ts'
import { describeFindings, examineShop, hasErrors } from '../shop/doctor.ts'
import { buildIfChanged } from '../build/built-sources.ts'
import { createStores } from './create-stores.ts'
import { withFirstSecrets } from './first-secrets.ts'
import { prepareDatabase } from './prepare-database.ts'
import { release } from './release.ts'

type Options = {
  readonly secretsFile: string | undefined
  /** Fills an empty shop with sample plans. */
  readonly hasSamples: boolean
  /** Deploys despite errors. Errors never stop a preview. */
  readonly isForced: boolean
}

type Deployment = {
  readonly origin: string
  readonly hasBackend: boolean
}

/**
 * Deploys the shop of this folder for the first time or again, and prints the commands that undo
 * the deployment.
 */
export async function deployShop(options: Options): Promise<Deployment> {
  await createStores()
  const { vars } = unstable_readConfig({ config: 'wrangler.toml' })
  const isForced = options.isForced || vars['PAYMENT_PROVIDERS'] === noProvider
  const hasBackend = !vars['API_BASE_URL']
  await buildIfChanged()
  return withFirstSecrets(options.secretsFile, async (secretsFile) => {
    await examine(secretsFile, isForced)
    const bookmark = hasBackend ? await prepareDatabase(options) : null
    const origin = await release({ siteOrigin: String(vars['SITE_ORIGIN']), secretsFile })
    console.log('To undo the deployment: npx wrangler rollback')
    if (bookmark !== null)
      console.log(
        `To undo the migrations and all later sales too: npx wrangler d1 time-travel restore DB --bookmark=${bookmark}`,
      )
    return { origin, hasBackend }
  })
}

async function examine(secretsFile: string | undefined, isForced: boolean): Promise<void> {
  const findings = await examineShop({ isRemote: true }, { secretsFile, isAboutToMigrate: true })
  console.log(describeFindings(findings))
  if (!hasErrors(findings)) return
  if (!isForced)
    throw new Error('Nothing was deployed. Correct the errors, or add --yes to deploy anyway.')
  console.log('Deploying despite the errors. Correct them before you open the shop.')
}
