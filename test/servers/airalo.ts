import { createServer } from 'node:http'
import { exitOnError, parseCommand } from '../../scripts/command.ts'
import { createAiraloServer } from '../suppliers/airalo-server.ts'
import { answerWith } from './answer-with.ts'

/**
 * Serves the local Airalo server over HTTP until SIGTERM. Prints the command that starts a shop
 * with this server. `POST /use/<ICCID>/<MB>` uses data.
 */
const usage = 'Usage: node test/servers/airalo.ts [--port 9797]'
const options = { port: { type: 'string', default: '9797' } } as const
const { values } = await exitOnError(async () => parseCommand(usage, { options }))
const origin = `http://localhost:${values.port}`
const secrets = { clientID: 'local-client', clientSecret: 'local-client-secret' }
const airalo = createAiraloServer({ ...secrets, now: () => new Date() })

const variables = {
  SUPPLIERS: 'airalo',
  AIRALO_API_URL: origin,
  AIRALO_CLIENT_ID: secrets.clientID,
  AIRALO_CLIENT_SECRET: secrets.clientSecret,
}

createServer(answerWith(origin, responseTo)).listen(Number(values.port), 'localhost', () => {
  const flags = Object.entries(variables).map(([name, value]) => `--var ${name}:${value}`)
  console.log(`Airalo: npm start -- ${flags.join(' ')}`)
})

async function responseTo(request: Request): Promise<Response> {
  const [, iccid, mb] = /^\/use\/(\d+)\/(\d+)$/.exec(new URL(request.url).pathname) ?? []
  if (iccid === undefined) return airalo.fetch(request)
  airalo.account.use(iccid, Number(mb))
  return new Response(null, { status: 204 })
}
