import { createServer } from 'vite'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { officeHref } from '../../src/words/office-paths.ts'
import { printAddresses, sampleEsimPath } from './addresses.ts'
import { prepareDataFolder } from './data-folder.ts'
import { exitOnError, parseCommand } from '../command.ts'

/** `npm run dev` serves the sources with hot reload, over the data folder of `npm start`. */
const usage = 'Usage: npm run dev -- [--port 8787]'

await exitOnError(serve)

async function serve(): Promise<void> {
  const options = { port: { type: 'string', default: '8787' } } as const
  const { values } = parseCommand(usage, { options })
  const origin = `http://localhost:${values.port}`
  // Links in emails and return URLs of payments start with this origin: see vite.config.ts.
  process.env['SITE_ORIGIN'] = origin
  const officeSecret = secretID()
  process.env['ADMIN_LOCAL_SECRET'] = officeSecret
  // See wrangler-dev.ts for the reason.
  process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false'

  const data = await prepareDataFolder('.wrangler/state')
  const server = await createServer({ server: { port: Number(values.port), strictPort: true } })
  await server.listen()
  printAddresses(origin, {
    'The shop, with hot reload': '',
    'Sent mail and SMS': '/dev/outbox',
    'A sample eSIM': sampleEsimPath(data),
    'Back office (works once)': officeHref('signIn', { secret: officeSecret }),
  })
}
