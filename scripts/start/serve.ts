import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { unstable_readConfig } from 'wrangler'
import { backendConfig } from '../../src/settings.ts'
import { parseConfig } from '../../src/storefront-settings.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { officeHref } from '../../src/words/office-paths.ts'
import { chooseLocales, locales } from '../../src/words/locales.shared.ts'
import { href } from '../../src/words/paths.shared.ts'
import { addApiReference, referencePath } from './api-reference.ts'
import { buildIfChanged } from '../build/built-sources.ts'
import { prepareDataFolder } from './data-folder.ts'
import { printAddresses, sampleEsimPath } from './addresses.ts'
import { withShop } from '../database/open-shop.ts'
import { UsageRequest, exitOnError } from '../command.ts'
import { localStorefrontKey } from './sample-settings.ts'
import { serveWorker, withoutServices } from './wrangler-dev.ts'

/**
 * `npm start` builds the shop if needed, prepares the data folder, and serves the shop. `--api URL`
 * uses another API server. `--simulate` calls local servers of Stripe, YooKassa and Airalo, in a new
 * shop each time. Passes all other flags to wrangler.
 */
const usage = `Usage: npm start -- [--port 8787] [--persist-to DIR] [--api URL | --simulate]
Other flags are passed to wrangler dev.`

const options = {
  port: { type: 'string', default: '8787' },
  'persist-to': { type: 'string', default: '.wrangler/state' },
  api: { type: 'string', default: '' },
  simulate: { type: 'boolean', default: false },
} as const
const { values, tokens } = parseArgs({
  options,
  strict: false,
  allowPositionals: true,
  tokens: true,
})
const port = String(values.port)
const isSimulated = values.simulate === true
/** Deleted at each start, because the local servers forget payments and orders when they end. */
const simulationFolder = '.wrangler/simulation'
const persistTo = isSimulated ? simulationFolder : String(values['persist-to'])
const api = String(values.api)
const vars = {
  SITE_ORIGIN: `http://localhost:${port}`,
  API_BASE_URL: api,
  PAYMENT_ORIGINS: api,
  STOREFRONT_KEY: localStorefrontKey,
}

await exitOnError(serve)

async function serve(): Promise<void> {
  if (values['help'] !== undefined) throw new UsageRequest(usage)
  if (!isPort(port)) throw new Error(`--port ${port}: expected a number from 1 to 65535.`)
  if (isSimulated && api !== '') throw new Error('--simulate needs no --api.')
  checkSettings(vars)
  await buildIfChanged()
  if (isSimulated) await rm(simulationFolder, { recursive: true, force: true })
  const data = api === '' ? await prepareDataFolder(persistTo) : null
  const simulation = isSimulated ? await prepareSimulation(vars.SITE_ORIGIN) : null
  const secrets = data && {
    PAYMENT_SECRET: data.paymentSecret,
    CODE_PEPPER: data.codePepper,
    ...data.pushKeys,
    ADMIN_LOCAL_SECRET: secretID(),
  }
  const assets = await addApiReference({
    assets: 'dist/client',
    copyTo: join(persistTo, 'assets'),
    canSend: false,
  })
  const origin = await serveWorker({
    entry: ['--assets', assets, ...flagsForWrangler()],
    config: 'dist/esim_storefront/wrangler.json',
    port,
    persistTo,
    healthPath: '/healthz',
    vars: {
      ...samplePromises(),
      ...vars,
      ...withoutServices,
      ...simulation?.settings,
      DEV_TOOLS: '1',
    },
    secrets: secrets ?? {},
  })
  if (simulation) runJobs(origin)
  const secret = secrets?.ADMIN_LOCAL_SECRET ?? null
  printAddresses(origin, pathsOf(data, secret, simulation?.plan ?? null))
}

type SampleData = Parameters<typeof sampleEsimPath>[0]

function pathsOf(data: SampleData | null, secret: string | null, plan: string | null) {
  return {
    'The shop': '',
    'In Russian': locales.includes('ru') ? '/ru' : null,
    'Sent mail and SMS': `${api}/dev/outbox`,
    'API reference': referencePath,
    'A sample eSIM': data && sampleEsimPath(data),
    'Back office (works once)': secret && officeHref('signIn', { secret }),
    "A supplier's plan": plan,
  }
}

/** Starts the local servers and imports the plans of the supplier. */
async function prepareSimulation(origin: string) {
  const { startSimulation } = await import('../../test/servers/simulation.ts')
  const { importAiralo } = await import('../../test/e2e/prepare-supplied-shop.ts')
  const { CURRENCIES = '' } = unstable_readConfig({ config: 'wrangler.toml' }).vars
  const settings = await startSimulation(origin, String(CURRENCIES))
  await importAiralo(persistTo, settings)
  const id = await withShop({ isRemote: false, persistTo }, async ({ db }) =>
    db.prepare("SELECT id FROM plans WHERE supplier = 'airalo' ORDER BY id").first<string>('id'),
  )
  return { settings, plan: href('en', 'order', null, { tariffID: id ?? '' }) }
}

/** Runs the jobs of each minute, which local workers do not run themselves. */
function runJobs(origin: string): void {
  const run = () => void fetch(`${origin}/cdn-cgi/handler/scheduled`).catch(() => undefined)
  run()
  setInterval(run, 60_000)
}

/** What the sample shop promises its customers. The settings of an operator replace it. */
function samplePromises(): { readonly [name: string]: string } {
  if (process.env['SHOP_SETTINGS'] === 'sample') return {}
  const promises = {
    PAYMENT_METHODS:
      'USD:visa,mastercard,apple-pay,google-pay EUR:visa,mastercard,apple-pay,google-pay RUB:mir,sbp',
    REFUND_DAYS: '14',
    SUPPORT_HOURS: 'mon-sun 09:00-21:00 Europe/London',
  }
  const { vars } = unstable_readConfig({ config: 'wrangler.toml' })
  return Object.fromEntries(Object.entries(promises).filter(([name]) => !vars[name]))
}

/**
 * Rejects invalid settings in wrangler.toml before the build, including settings that this command
 * overrides.
 */
function checkSettings(vars: { readonly [name: string]: string }): void {
  const settings = unstable_readConfig({ config: 'wrangler.toml' }).vars
  chooseLocales(settings['LANGUAGES'])
  const secrets = { PAYMENT_SECRET: 'development only', CODE_PEPPER: 'development only' }
  // Turnstile needs its secret, which only production has.
  const TURNSTILE_SECRET = settings['TURNSTILE_SITE_KEY'] ? 'a-secret' : ''
  parseConfig({ ...settings, TURNSTILE_SECRET })
  parseConfig({ ...settings, ...vars, TURNSTILE_SECRET })
  // The secrets of payment providers are in production only.
  backendConfig({ ...settings, ...secrets, PAYMENT_PROVIDERS: 'test', DEV_TOOLS: '1' })
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}

function flagsForWrangler(): string[] {
  const own = new Set<number>()
  for (const token of tokens) {
    if (token.kind !== 'option' || !(token.name in options)) continue
    own.add(token.index)
    if (!token.inlineValue && token.value !== undefined) own.add(token.index + 1)
  }
  return process.argv.slice(2).filter((_, index) => !own.has(index))
}
