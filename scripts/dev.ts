import { createServer } from 'vite'
import { prepareDataFolder } from './data-folder.ts'

/** Serves the sources with hot reload, over the same data folder as `npm start`. */
const { sampleHash } = await prepareDataFolder('.wrangler/state')
const server = await createServer({ server: { port: 8787, strictPort: true } })
await server.listen()
const origin = 'http://localhost:8787'
console.log(
  `\n  The shop, with hot reload  ${origin}\n  Sent mail and SMS          ${origin}/dev/outbox`,
)
if (sampleHash !== null)
  console.log(`  A sample eSIM              ${origin}/esim-instruction?hash=${sampleHash}\n`)
