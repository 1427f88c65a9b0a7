import { unstable_readConfig } from 'wrangler'
import { noProvider } from '../../src/payments/settings.ts'
import { buildIfChanged } from '../build/built-sources.ts'
import { openStores } from '../database/open-shop.ts'
import { wrangler } from '../database/wrangler.ts'
import { describeFindings, examineShop, hasErrors } from '../shop/doctor.ts'
import { builtConfig } from './deploy-guard.ts'
import { createStores, plannedCreations, requireFreeName, withFirstSecrets } from './new-shop.ts'
import { prepareDatabase, production } from './prepare-database.ts'

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
  /** What prevents sales, and what deserves a look. */
  readonly remaining: string
}

/**
 * Deploys the shop of this folder for the first time or again, and prints the commands that undo
 * the deployment. `open` opens the production database.
 */
export async function deployShop(options: Options, open = openStores): Promise<Deployment> {
  await requireFreeName()
  await createStores()
  const { vars } = unstable_readConfig({ config: 'wrangler.toml' })
  const isForced = options.isForced || isPreview()
  const hasBackend = !vars['API_BASE_URL']
  await buildIfChanged()
  return withFirstSecrets(options.secretsFile, async (secretsFile, created) => {
    if (created.length > 0) console.log(`Created the secrets ${created.join(', ')}.`)
    const remaining = await examine(secretsFile, isForced, open)
    const bookmark = hasBackend ? await prepareDatabase(options, production(open)) : null
    const origin = await release({ siteOrigin: String(vars['SITE_ORIGIN']), secretsFile })
    console.log('To undo the deployment: npx wrangler rollback')
    if (bookmark !== null)
      console.log(
        `To undo the migrations and all later sales too: npx wrangler d1 time-travel restore DB --bookmark=${bookmark}`,
      )
    return { origin, hasBackend, remaining }
  })
}

/** Prints what `deployShop` would do, and changes nothing but `dist/`. */
export async function rehearseDeployment(
  secretsFile: string | undefined,
  open = openStores,
): Promise<void> {
  await requireFreeName()
  console.log((await plannedCreations(secretsFile)).join('\n'))
  await buildIfChanged()
  await withFirstSecrets(secretsFile, async (file) => {
    const examination = { secretsFile: file, isAboutToMigrate: true, open }
    const findings = await examineShop({ isRemote: true }, examination)
    console.log(describeFindings(findings))
    if (hasErrors(findings) && !isPreview()) process.exitCode = 1
  })
}

/** A preview sells nothing, so errors never stop it. */
function isPreview(): boolean {
  const { vars } = unstable_readConfig({ config: 'wrangler.toml' })
  return vars['PAYMENT_PROVIDERS'] === noProvider
}

async function examine(
  secretsFile: string | undefined,
  isForced: boolean,
  open: typeof openStores,
): Promise<string> {
  const examination = { secretsFile, isAboutToMigrate: true, open }
  const findings = await examineShop({ isRemote: true }, examination)
  const remaining = describeFindings(findings)
  if (hasErrors(findings) && !isForced)
    throw new Error(
      `${remaining}\nNothing was deployed. Correct the errors, or add --yes to deploy anyway.`,
    )
  return remaining
}

type Release = { readonly siteOrigin: string; readonly secretsFile: string | undefined }

/**
 * Uploads the build, and returns the shop's origin. The address of a new worker is known only after
 * its deployment. A shop without its own origin is then deployed again with that address.
 */
async function release({ siteOrigin, secretsFile }: Release): Promise<string> {
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
