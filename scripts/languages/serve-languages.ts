import { spawn } from 'node:child_process'
import { copyShop } from './copy-shop.ts'

/**
 * Serves a copy of the shop with two pseudo-locales and German, for tests and translators: `node
 * scripts/languages/serve-languages.ts [--port 8787] [--persist-to DIR]`. Paths are relative to the
 * copy.
 */
const folder = '.cache/more-languages'
await copyShop(folder)
await run('node', ['scripts/content/registry.ts'])
await run('node', ['scripts/start/serve.ts', ...process.argv.slice(2)])

async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { cwd: folder, stdio: 'inherit' })
  const stop = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', stop).on('SIGTERM', stop)
  const code = await new Promise<number | null>((end) => child.on('close', end))
  process.off('SIGINT', stop).off('SIGTERM', stop)
  if (code !== 0) process.exit(code ?? 1)
}
