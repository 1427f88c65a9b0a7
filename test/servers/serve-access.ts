import { exitOnError } from '../../scripts/command/exit-on-error.ts'
import { parseCommand } from '../../scripts/command/parse-command.ts'
import { startAccess } from './cloudflare-access.ts'

/** Serves the local Cloudflare Access until SIGTERM. */
const usage = 'Usage: node test/servers/serve-access.ts [--port 9898]'
const options = { port: { type: 'string', default: '9898' } } as const
const { values } = await exitOnError(async () => parseCommand(usage, { options }))
const { origin } = await startAccess(Number(values.port))
console.log(`Access: ${origin}`)
