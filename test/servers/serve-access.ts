import { exitOnError, parseCommand } from '../../scripts/command.ts'
import { startAccess } from './cloudflare-access.ts'

/** Serves the local Cloudflare Access until SIGTERM. */
const usage = 'Usage: node test/servers/serve-access.ts [--port 9898]'
const options = { port: { type: 'string', default: '9898' } } as const
const { values } = await exitOnError(async () => parseCommand(usage, { options }))
const { origin } = await startAccess(Number(values.port))
console.log(`Access: ${origin}`)
