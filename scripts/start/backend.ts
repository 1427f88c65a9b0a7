import { join } from 'node:path'
import { addApiReference, referencePath } from './api-reference.ts'
import { prepareDataFolder } from './data-folder.ts'
import { exitOnError, parseCommand } from '../command.ts'
import { localStorefrontKey } from './sample-settings.ts'
import { serveWorker, withoutServices } from './wrangler-dev.ts'

/** `npm run backend` serves the embedded backend alone. */
const usage = `Usage: npm run backend -- [--port 8788] [--persist-to DIR] [--shop ORIGIN]
ORIGIN is the storefront, for links in emails and the return from a payment.`

const options = {
  port: { type: 'string', default: '8788' },
  'persist-to': { type: 'string', default: '.wrangler/state' },
  shop: { type: 'string', default: 'http://localhost:8787' },
} as const

await exitOnError(serve)

async function serve(): Promise<void> {
  const { port, shop, 'persist-to': persistTo } = parseCommand(usage, { options }).values
  const { paymentSecret, codePepper, pushKeys } = await prepareDataFolder(persistTo)
  const assets = await addApiReference({
    assets: 'static',
    copyTo: join(persistTo, 'backend-assets'),
    canSend: true,
  })
  const origin = await serveWorker({
    entry: ['src/backend-worker.ts', '--assets', assets],
    config: 'wrangler.toml',
    port,
    persistTo,
    healthPath: '/web-faq?lang=en',
    vars: {
      SITE_ORIGIN: shop,
      ...withoutServices,
      PAYMENT_PAGES_ORIGIN: `http://localhost:${port}`,
      DEV_TOOLS: '1',
      REFUND_DAYS: '14',
      STOREFRONT_KEY: localStorefrontKey,
    },
    secrets: { PAYMENT_SECRET: paymentSecret, CODE_PEPPER: codePepper, ...pushKeys },
  })
  const lines = [
    `  The API           ${origin}`,
    `  Reference         ${origin}${referencePath}`,
    `  Sent mail and SMS ${origin}/dev/outbox`,
    `  A shop over it    npm start -- --api ${origin}`,
  ]
  console.log(`\n${lines.join('\n')}\n`)
}
