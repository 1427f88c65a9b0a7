import { freePort, startLocalServer } from '../../scripts/test/local-server.ts'
import { airaloSettings } from '../e2e/prepare-supplied-shop.ts'
import { answerWith } from '../servers/answer-with.ts'
import { createAiraloServer } from '../suppliers/airalo-server.ts'

/** The local Airalo server. Each call passes the gate before and after it takes effect. */
export async function startGatedAiralo() {
  const gate = { pass: () => true }
  const port = await freePort()
  const settings = airaloSettings(`http://localhost:${port}`)
  const airalo = createAiraloServer({
    clientID: settings['AIRALO_CLIENT_ID'] ?? '',
    clientSecret: settings['AIRALO_CLIENT_SECRET'] ?? '',
    now: () => new Date(),
  })
  const respond = async (request: Request) => {
    if (!gate.pass()) return never
    const response = await airalo.fetch(request)
    return gate.pass() ? response : never
  }
  const answer = answerWith(settings['AIRALO_API_URL'] ?? '', respond)
  const { close } = await startLocalServer(answer, Number(port))
  return { ...airalo, settings, gate, close }
}

/** The answer to a worker that was killed. */
const never = new Promise<Response>(() => undefined)
