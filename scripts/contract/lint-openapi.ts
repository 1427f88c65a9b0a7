import { spawnSync } from 'node:child_process'

const document = 'docs/openapi.json'
const linters = {
  redocly: ['--extends', 'recommended', '--format', 'stylish'],
  spectral: ['--ruleset', 'scripts/contract/spectral.json', '--fail-severity', 'hint'],
}
/** Turns off usage statistics and update checks, so that both linters work offline. */
const env = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  SCARF_ANALYTICS: 'false',
}

/** Checks Redocly's recommended rules and `spectral:oas`. Warnings also fail. */
for (const [name, options] of Object.entries(linters)) {
  const shell = process.platform === 'win32'
  const run = spawnSync(name, ['lint', document, ...options], { env, shell, encoding: 'utf8' })
  const output = run.stdout + run.stderr
  const hasPassed = run.status === 0 && !/\d+ warnings?/.test(output)
  console.log(hasPassed ? `${name}: ${document} is valid` : output)
  if (!hasPassed) process.exitCode = 1
}
