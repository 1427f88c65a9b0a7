import { spawn } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join, resolve as resolvePath } from 'node:path'
import { connect } from 'node:net'
import { sampleSettings } from './sample-settings.ts'

type Options = {
  readonly entry: readonly string[]
  /** The configuration file of wrangler. */
  readonly config: string
  readonly port: string
  readonly persistTo: string
  readonly healthPath: string
  readonly vars: { readonly [name: string]: string }
  /** Passed in a file, because other users of the machine can see the arguments of a process. */
  readonly secrets: { readonly [name: string]: string }
}

/** Disables production services in local runs. Messages stay in the outbox. */
export const withoutServices = {
  MAIL_CARRIER: '',
  SMS_CARRIER: '',
  ANALYTICS_URL: '',
  TURNSTILE_SITE_KEY: '',
  PAYMENT_PROVIDERS: 'test',
} as const

const startSeconds = 120

/**
 * Runs `wrangler dev` until this process ends, and returns its origin when the worker is ready.
 * With SHOP_SETTINGS=sample, which tests set, it ignores the operator's settings in wrangler.toml.
 */
export async function serveWorker(options: Options): Promise<string> {
  const { entry, config, port, persistTo, healthPath, vars, secrets } = options
  const origin = `http://localhost:${port}`
  if (await isInUse(Number(port)))
    throw new Error(`Port ${port} is in use. Choose another port: --port 9000`)
  const settings = process.env['SHOP_SETTINGS'] === 'sample' ? { ...sampleSettings, ...vars } : vars
  const variables = Object.entries(settings).map(([name, value]) => `${name}:${value}`)
  const flags = [
    ...[...ownSecrets(config), await writeSecrets(persistTo, secrets)].map(
      (file) => `--env-file=${file}`,
    ),
    `--port=${port}`,
    `--persist-to=${persistTo}`,
    '--inspector-port=0',
    '--log-level=warn',
  ]
  // `entry` follows, because wrangler uses the last value of a variable.
  const before = ['dev', '--var', ...variables, '--show-interactive-dev-session=false']
  const child = spawn('wrangler', [...before, '--config', config, ...entry, ...flags], {
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      WRANGLER_SEND_METRICS: 'false',
      // Miniflare would look up this machine's location at Cloudflare, and warn when it is offline.
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    },
  })
  process.on('SIGINT', () => child.kill('SIGINT')).on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('exit', () => child.kill())
  child.on('close', (code) => process.exit(code ?? 0))
  await waitUntilReady(origin + healthPath)
  return origin
}

/** Wrangler reads this file by default, but not if it gets another file. */
function ownSecrets(config: string): readonly string[] {
  const file = join(process.cwd(), dirname(config), '.dev.vars')
  return existsSync(file) ? [file] : []
}

/** Writes secrets to a file that only its owner can read. Returns its absolute path. */
export async function writeSecrets(folder: string, secrets: Options['secrets']): Promise<string> {
  const file = resolvePath(folder, 'secrets.env')
  const lines = Object.entries(secrets).map(([name, value]) => `${name}='${value}'\n`)
  await mkdir(folder, { recursive: true })
  // An existing file would keep its mode.
  await rm(file, { force: true })
  await writeFile(file, lines.join(''), { mode: 0o600 })
  return file
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + startSeconds * 1000
  let status: number | null = null
  while (Date.now() < deadline) {
    status = await statusOf(url)
    if (status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const answer = status === null ? 'did not respond' : `returned ${status}`
  throw new Error(
    `The server did not start within ${startSeconds} s: ${url} ${answer}. Its output is above.`,
  )
}

async function statusOf(url: string): Promise<number | null> {
  return fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    ({ status }) => status,
    () => null,
  )
}

async function isInUse(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost' })
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.on('connect', () => end(true)).on('error', () => end(false))
  })
}
