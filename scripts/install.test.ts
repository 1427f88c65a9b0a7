import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'

const server = `console.log(process.pid); setInterval(() => {}, 1000)`
const command = `
  import { run } from './scripts/install.mjs'
  await run('node', ['--eval', ${JSON.stringify(server)}])`

it('ends a command when the shell of its npm script is ended', async () => {
  // With a second command, no shell replaces itself with the first one.
  const script = `"$NODE" --input-type=module --eval "$COMMAND"; true`
  const env = { ...process.env, npm_lifecycle_event: 'start', NODE: process.execPath }
  const shell = spawn('sh', ['-c', script], { env: { ...env, COMMAND: command } })
  const [output] = await once(shell.stdout, 'data')
  const pid = Number(String(output))
  // The server holds the pipe of the output, which closes when it has ended.
  const closed = once(shell, 'close')
  shell.kill('SIGTERM')
  await closed
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
