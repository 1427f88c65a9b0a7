import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { unstable_readConfig } from 'wrangler'
import { parseConfig } from '../src/http/config.ts'
import { buildIfChanged } from './build.ts'
import { prepareDataFolder } from './data-folder.ts'

/**
 * Serves the built shop: builds what changed, makes the data folder ready, runs wrangler and says where to look. Flags that are not
 * read here reach wrangler as they are.
 */
const { values, tokens } = parseArgs({
  options: {
    port: { type: 'string', default: '8787' },
    'persist-to': { type: 'string', default: '.wrangler/state' },
  },
  strict: false,
  allowPositionals: true,
  tokens: true,
})
const port = String(values.port)
const persistTo = String(values['persist-to'])
const origin = `http://localhost:${port}`
const patienceSeconds = 60

try {
  await serve()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function serve(): Promise<void> {
  const { vars } = unstable_readConfig({ config: 'wrangler.toml' })
  parseConfig({ ...vars, SITE_ORIGIN: origin })
  if (await answers())
    throw new Error(
      `Something answers at ${origin} already. Choose another port: npm start -- --port 9000`,
    )
  await buildIfChanged()
  const data = await prepareDataFolder(persistTo)
  const wrangler = spawn(
    'wrangler',
    [
      'dev',
      '--config',
      'dist/esim_storefront/wrangler.json',

      '--port',
      port,
      '--persist-to',
      persistTo,
      '--inspector-port',
      '0',
      '--show-interactive-dev-session=false',
      '--log-level',
      'warn',
      '--var',
      `SITE_ORIGIN:${origin}`,
      'DEV_TOOLS:1',
      `PAYMENT_SECRET:${data.paymentSecret}`,
      `CODE_PEPPER:${data.codePepper}`,
      ...flagsForWrangler(),
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production', WRANGLER_SEND_METRICS: 'false' },
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => wrangler.kill(signal))
  wrangler.on('close', (code) => process.exit(code ?? 0))
  await untilReady()
  console.log(
    [
      '',
      `  The shop          ${origin}`,
      `  In Russian        ${origin}/ru`,
      `  Sent mail and SMS ${origin}/dev/outbox`,
      `  A sample eSIM     ${origin}/esim-instruction?hash=${data.sampleHash}`,
      '',
    ].join('\n'),
  )
}

async function untilReady(): Promise<void> {
  const deadline = Date.now() + patienceSeconds * 1000
  while (Date.now() < deadline) {
    if (await answers()) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`The shop did not answer at ${origin} within ${patienceSeconds} s.`)
}

async function answers(): Promise<boolean> {
  const response = await fetch(`${origin}/healthz`).catch(() => null)
  return response !== null
}

/** Everything given on the command line but the two options above. */
function flagsForWrangler(): string[] {
  const args = process.argv.slice(2)
  const taken = new Set<number>()
  for (const token of tokens) {
    if (token.kind !== 'option' || !['port', 'persist-to'].includes(token.name)) continue
    taken.add(token.index)
    if (!token.inlineValue && token.value !== undefined) taken.add(token.index + 1)
  }
  return args.filter((_, index) => !taken.has(index))
}
