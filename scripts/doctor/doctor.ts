import { targetFlags, targetOf } from '../database/target.ts'
import { exitOnError } from '../command/exit-on-error.ts'
import { describeFindings, hasErrors } from './describe-findings.ts'
import { examineShop } from './examine-shop.ts'
import { parseCommand } from '../command/parse-command.ts'

const usage = 'Usage: npm run doctor -- [--remote | --persist-to DIR] [--secrets-file FILE]'

/**
 * Reports problems that prevent sales, each with its remedy. Exits with 1 when there is an error.
 */
await exitOnError(async () => {
  const options = { ...targetFlags, 'secrets-file': { type: 'string' } } as const
  const { values } = parseCommand(usage, { options })
  const findings = await examineShop(targetOf(values), { secretsFile: values['secrets-file'] })
  console.log(describeFindings(findings))
  process.exitCode = hasErrors(findings) ? 1 : 0
})
