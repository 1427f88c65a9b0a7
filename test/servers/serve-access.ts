import { parseArgs } from 'node:util'
import { startAccess } from './cloudflare-access.ts'

/**
 * `node test/servers/serve-access.ts --port 9898` serves the local Cloudflare Access until SIGTERM.
 */
const { values } = parseArgs({ options: { port: { type: 'string', default: '9898' } } })
const { origin } = await startAccess(Number(values.port))
console.log(`Access: ${origin}`)
