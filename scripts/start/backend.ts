import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addApiReference, referencePath } from './api-reference.ts'
import { prepareDataFolder } from './data-folder.ts'
import { serveWorker, withoutServices } from './wrangler-dev.ts'

/** Serves the embedded backend alone: `npm run backend -- [--port 8788] [--persist-to DIR] [--shop http://localhost:8787]`. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8788' },
    'persist-to': { type: 'string', default: '.wrangler/state' },
    /** The storefront's address: where mails and payments lead back to. */
    shop: { type: 'string', default: 'http://localhost:8787' },
  },
})

const data = await prepareDataFolder(values['persist-to'])
const assets = await addApiReference({
  assets: 'static',
  copyTo: join(values['persist-to'], 'backend-assets'),
  canSend: true,
})
const origin = await serveWorker({
  entry: ['src/backend/backend-worker.ts', '--config', 'wrangler.toml', '--assets', assets],
  port: values.port,
  persistTo: values['persist-to'],
  ready: '/web-faq?lang=en',
  vars: {
    SITE_ORIGIN: values.shop,
    ...withoutServices,
    PAYMENT_PAGES_ORIGIN: `http://localhost:${values.port}`,
    DEV_TOOLS: '1',
    PAYMENT_SECRET: data.paymentSecret,
    CODE_PEPPER: data.codePepper,
  },
})
console.log(
  [
    '',
    `  The API           ${origin}`,
    `  Reference         ${origin}${referencePath}`,
    `  Sent mail and SMS ${origin}/dev/outbox`,
    `  A shop over it    npm start -- --api ${origin}`,
    '',
  ].join('\n'),
)
