import { parseArgs } from 'node:util'
import { targetFlags, targetOf } from '../database/target.ts'
import { exitOnError } from '../command/exit-on-error.ts'
import { describeFindings, hasErrors } from './describe-findings.ts'
import { examineShop } from './examine-shop.ts'

/**
 * `npm run doctor [-- --remote] [--secrets-file FILE]` reports problems that prevent sales, each
 * with its remedy. Exits with 1 when there is an error.
 */
await exitOnError(async () => {
  const options = { ...targetFlags, 'secrets-file': { type: 'string' } } as const
  const { values } = parseArgs({ options })
  const findings = await examineShop(targetOf(values), { secretsFile: values['secrets-file'] })
  console.log(describeFindings(findings))
  process.exitCode = hasErrors(findings) ? 1 : 0
})
