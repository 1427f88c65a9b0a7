import { exitOnError, parseCommand } from '../command.ts'
import { runCheck } from './run-check.ts'

/** Loads the built shop twice, the second time with a payment provider that fails. */
const usage = `Usage: npm run test:load -- [--minutes 10] [--rate 200]
The rate is the number of visits that start in a second. Without it, visits start as fast as the machine allows.`
const options = {
  minutes: { type: 'string', default: '10' },
  rate: { type: 'string', default: '' },
} as const
const { values } = await exitOnError(async () => parseCommand(usage, { options }))
const env = { LOAD_MINUTES: values.minutes, LOAD_RATE: values.rate }
const args = ['run', '--project', 'built', 'test/built/load']
process.exitCode = (await runCheck('load', 'vitest', args, env)) ? 0 : 1
