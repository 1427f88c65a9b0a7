import { spawn } from 'node:child_process'

type Served = {
  /** What wrangler is to serve, and other flags for it. */
  readonly entry: readonly string[]
  readonly port: string
  readonly persistTo: string
  /** A path that answers once the worker stands. */
  readonly ready: string
  readonly vars: { readonly [name: string]: string }
}

const patienceSeconds = 60

/** Runs `wrangler dev` until this process ends, and answers its address once it is ready. */
export async function serveWorker({
  entry,
  port,
  persistTo,
  ready,
  vars,
}: Served): Promise<string> {
  const origin = `http://localhost:${port}`
  if (await answers(origin))
    throw new Error(`Something answers at ${origin} already. Choose another port: --port 9000`)
  const given = Object.entries(vars).map(([name, value]) => `${name}:${value}`)
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
    ['dev', ...entry, ...flags, '--show-interactive-dev-session=false', '--var', ...given],
    {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production', WRANGLER_SEND_METRICS: 'false' },
    },
  )
  process.on('SIGINT', () => child.kill('SIGINT')).on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('close', (code) => process.exit(code ?? 0))
  await untilReady(origin + ready)
  return origin
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + patienceSeconds * 1000
  while (Date.now() < deadline) {
    if (await answers(url)) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`Nothing answered at ${url} within ${patienceSeconds} s.`)
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}
