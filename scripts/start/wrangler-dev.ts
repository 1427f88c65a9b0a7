import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { sampleSettings } from './sample-settings.ts'

type WorkerServer = {
  /** What wrangler is to serve, and other flags for it. */
  readonly entry: readonly string[]
  readonly port: string
  readonly persistTo: string
  /** A path that answers once the worker stands. */
  readonly ready: string
  readonly vars: { readonly [name: string]: string }
}

/** Whoever production tells or asks has nothing to do with a shop of samples: its messages stay in the outbox. */
export const withoutServices = {
  MAIL_WEBHOOK_URL: '',
  SMS_WEBHOOK_URL: '',
  ANALYTICS_URL: '',
  TURNSTILE_SITE_KEY: '',
} as const

const patienceSeconds = 60

/** Runs `wrangler dev` until this process ends, and answers its address once it is ready. With SHOP_SETTINGS=sample as the shop comes: for tests. */
export async function serveWorker({
  entry,
  port,
  persistTo,
  ready,
  vars,
}: WorkerServer): Promise<string> {
  const origin = `http://localhost:${port}`
  if (await isTaken(Number(port)))
    throw new Error(`Something listens at ${origin} already. Choose another port: --port 9000`)
  const settings = process.env['SHOP_SETTINGS'] === 'sample' ? { ...sampleSettings, ...vars } : vars
  const given = Object.entries(settings).map(([name, value]) => `${name}:${value}`)
  const flags = [
    '--port',
    port,
    '--persist-to',
    persistTo,
    '--inspector-port',
    '0',
    '--log-level',
    'warn',
  ]
  const child = spawn(
    'wrangler',
    // Of two values of a variable the later one counts: those of the command line, which `entry` has.
    ['dev', '--var', ...given, '--show-interactive-dev-session=false', ...entry, ...flags],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_ENV: 'production',
        WRANGLER_SEND_METRICS: 'false',
        // Miniflare would ask Cloudflare where this machine is, and complain when it is offline.
        CLOUDFLARE_CF_FETCH_ENABLED: 'false',
      },
    },
  )
  process.on('SIGINT', () => child.kill('SIGINT')).on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('exit', () => child.kill())
  child.on('close', (code) => process.exit(code ?? 0))
  await untilReady(origin + ready)
  return origin
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + patienceSeconds * 1000
  let last = 'nothing answered'
  while (Date.now() < deadline) {
    const status = await statusOf(url)
    if (status === 200) return
    if (status !== null) last = `it answers ${status}`
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`The shop is not ready after ${patienceSeconds} s: ${last} at ${url}`)
}

/** null: no answer. */
async function statusOf(url: string): Promise<number | null> {
  return fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    ({ status }) => status,
    () => null,
  )
}

/** Whether anything listens on a port of this machine, HTTP or not. */
async function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost' })
    const end = (taken: boolean) => {
      socket.destroy()
      resolve(taken)
    }
    socket.on('connect', () => end(true)).on('error', () => end(false))
  })
}
