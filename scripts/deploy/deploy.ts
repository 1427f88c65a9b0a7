import { exitOnError, parseCommand } from '../command.ts'
import { deployShop, rehearseDeployment } from './deploy-shop.ts'
import { askFirstQuestions } from './first-questions.ts'
import { smokeTest } from './smoke-test.ts'

const usage = `Usage: npm run deploy -- [--secrets-file FILE] [--samples] [--yes] [--dry-run]
--samples fills a shop without countries with sample plans, --yes asks nothing and deploys in spite
of errors, and --dry-run says what would happen.`

/**
 * Asks for the settings that a new clone lacks, creates missing stores, builds the shop, examines it, applies migrations, deploys, and requests
 * some pages.
 */
await exitOnError(async () => {
  const options = {
    'secrets-file': { type: 'string' },
    samples: { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  } as const
  const { values } = parseCommand(usage, { options })
  const { 'secrets-file': secretsFile, samples, yes, 'dry-run': isRehearsal } = values
  if (isRehearsal) return rehearseDeployment(secretsFile)
  if (process.stdin.isTTY && !yes)
    await askFirstQuestions({ input: process.stdin, output: process.stdout })
  const { origin, hasBackend, remaining } = await deployShop({
    secretsFile,
    hasSamples: samples,
    isForced: yes,
  })
  const problems = await smokeTest(origin, { hasBackend })
  if (problems.length > 0)
    throw new Error(
      `${origin} is deployed, but does not work. Correct these problems, or undo the deployment:\n${problems.join('\n')}`,
    )
  console.log(`${remaining}\nThe shop is online at ${origin}`)
})
