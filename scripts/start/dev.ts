import { parseArgs } from 'node:util'
import { createServer } from 'vite'
import { prepareDataFolder } from './data-folder.ts'

/** Serves the sources with hot reload, over the same data folder as `npm start`: `npm run dev -- [--port 8787]`. */
const { values } = parseArgs({ options: { port: { type: 'string', default: '8787' } } })
const origin = `http://localhost:${values.port}`
// Mails and payments lead back to it: see developmentVars() of vite.config.ts.
process.env['SITE_ORIGIN'] = origin
// As in wrangler-dev.ts: Miniflare would ask Cloudflare where this machine is, and complain when it is offline.
process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false'

const { sampleHash } = await prepareDataFolder('.wrangler/state')
const server = await createServer({ server: { port: Number(values.port), strictPort: true } })
await server.listen()
console.log(
  `\n  The shop, with hot reload  ${origin}\n  Sent mail and SMS          ${origin}/dev/outbox`,
)
if (sampleHash !== null)
  console.log(`  A sample eSIM              ${origin}/esim-instruction?hash=${sampleHash}\n`)
