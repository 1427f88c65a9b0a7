import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export async function runCheck(
  name: string,
  command: string,
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
): Promise<boolean> {
  const start = Date.now()
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => console.log(`${name} │ ${line}`))
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  )
  const seconds = Math.round((Date.now() - start) / 1000)
  console.log(`${name} │ ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s`)
  return code === 0
}
