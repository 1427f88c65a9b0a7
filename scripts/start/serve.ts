import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { unstable_readConfig } from 'wrangler'
import { backendConfig } from '../../src/config/backend-config.ts'
import { parseConfig } from '../../src/config/storefront-config.ts'
import { addApiReference, referencePath } from './api-reference.ts'
import { buildIfChanged } from './build.ts'
import { prepareDataFolder } from './data-folder.ts'
import { serveWorker, withoutServices } from './wrangler-dev.ts'

/**
 * Serves the built shop: builds what changed, makes the data folder ready, runs wrangler and says where to look. `--api URL` puts another
 * server behind it. Flags that are not read here reach wrangler as they are.
 */
const options = {
  port: { type: 'string', default: '8787' },
  'persist-to': { type: 'string', default: '.wrangler/state' },
  api: { type: 'string', default: '' },
} as const
const { values, tokens } = parseArgs({
  options,
  strict: false,
  allowPositionals: true,
  tokens: true,
})
const port = String(values.port)
const persistTo = String(values['persist-to'])
const api = String(values.api)

try {
  await serve()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function serve(): Promise<void> {
  if (!isPort(port)) throw new Error(`--port ${port}: a port is a number from 1 to 65535.`)
  const vars = { SITE_ORIGIN: `http://localhost:${port}`, API_BASE_URL: api, PAYMENT_ORIGINS: api }
  refuseBadSettings(vars)
  await buildIfChanged()
  const data = await prepareDataFolder(persistTo)
  const assets = await addApiReference({
    assets: 'dist/client',
    copyTo: join(persistTo, 'assets'),
    canSend: false,
  })
  const config = ['--config', 'dist/esim_storefront/wrangler.json', '--assets', assets]
  const origin = await serveWorker({
    entry: [...config, ...flagsForWrangler()],
    port,
    persistTo,
    ready: '/healthz',
    vars: {
      ...vars,
      ...withoutServices,
      DEV_TOOLS: '1',
      PAYMENT_SECRET: data.paymentSecret,
      CODE_PEPPER: data.codePepper,
    },
  })
  const outbox = `${api || origin}/dev/outbox`
  const sample =
    api || data.sampleHash === null
      ? []
      : [`  A sample eSIM     ${origin}/esim-instruction?hash=${data.sampleHash}`]
  const lines = [
    `  The shop          ${origin}`,
    `  In Russian        ${origin}/ru`,
    `  Sent mail and SMS ${outbox}`,
    `  API reference     ${origin}${referencePath}`,
    ...sample,
  ]
  console.log(`\n${lines.join('\n')}\n`)
}

/** Names what is wrong in wrangler.toml before anything is built; what is replaced here counts too, as production reads it. */
function refuseBadSettings(vars: { readonly [name: string]: string }): void {
  const given = unstable_readConfig({ config: 'wrangler.toml' }).vars
  const secrets = { PAYMENT_SECRET: 'development only', CODE_PEPPER: 'development only' }
  // The secret of the bot check is in production alone.
  const TURNSTILE_SECRET = given['TURNSTILE_SITE_KEY'] ? 'a-secret' : ''
  parseConfig({ ...given, TURNSTILE_SECRET })
  parseConfig({ ...given, ...vars, TURNSTILE_SECRET })
  backendConfig({ ...given, ...secrets })
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}

/** Everything given on the command line but the options above. */
function flagsForWrangler(): string[] {
  const taken = new Set<number>()
  for (const token of tokens) {
    if (token.kind !== 'option' || !(token.name in options)) continue
    taken.add(token.index)
    if (!token.inlineValue && token.value !== undefined) taken.add(token.index + 1)
  }
  return process.argv.slice(2).filter((_, index) => !taken.has(index))
}
