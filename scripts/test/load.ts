import { parseArgs } from 'node:util'
import { runCheck } from './run-check.ts'

/**
 * `npm run test:load -- --minutes 10 --rate 200` loads the built shop twice, the second time with a
 * payment provider that fails. Without a rate, it starts visits as fast as the machine allows.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    /** Visits that start in a second. */
    rate: { type: 'string', default: '' },
  },
})
const env = { LOAD_MINUTES: values.minutes, LOAD_RATE: values.rate }
const args = ['run', '--project', 'built', 'test/built/load']
process.exitCode = (await runCheck('load', 'vitest', args, env)) ? 0 : 1
