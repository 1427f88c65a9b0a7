import { spawn } from 'node:child_process'

const document = 'docs/openapi.json'
/** Turns off usage statistics and update checks, so that both linters work offline. */
const env = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  SCARF_ANALYTICS: 'false',
}

/**
 * `npm run openapi:lint` checks Redocly's recommended rules and `spectral:oas`. Warnings also fail.
 */
const outputs = await Promise.all([
  lint('redocly', ['lint', document, '--extends', 'recommended', '--format', 'stylish']),
  lint('spectral', [
    'lint',
    document,
    '--ruleset',
    'scripts/contract/spectral.json',
    '--fail-severity',
    'hint',
  ]),
])
for (const { name, code, output } of outputs) {
  const hasPassed = code === 0 && !/\d+ warnings?/.test(output)
  console.log(hasPassed ? `${name}: ${document} is valid` : output)
  if (!hasPassed) process.exitCode = 1
}

async function lint(name: string, args: readonly string[]) {
  const child = spawn(name, args, { env, shell: process.platform === 'win32' })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  )
  return { name, code, output }
}
