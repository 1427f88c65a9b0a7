import { exitOnError, parseCommand } from '../command.ts'
import { deployShop } from './deploy-shop.ts'
import { smokeTest } from './smoke-test.ts'

const usage = `Usage: npm run deploy -- [--secrets-file FILE] [--samples] [--yes]
--samples fills a shop without countries with sample plans, and --yes deploys in spite of errors.`

/**
 * Creates missing stores, builds the shop, examines it, applies migrations, deploys, and requests
 * some pages.
 */
await exitOnError(async () => {
  const options = {
    'secrets-file': { type: 'string' },
    samples: { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
  } as const
  const { 'secrets-file': secretsFile, samples, yes } = parseCommand(usage, { options }).values
  const { origin, hasBackend } = await deployShop({
    secretsFile,
    hasSamples: samples,
    isForced: yes,
  })
  const problems = await smokeTest(origin, { hasBackend })
  if (problems.length > 0)
    throw new Error(
      `${origin} is deployed, but does not work. Correct these problems, or undo the deployment:\n${problems.join('\n')}`,
    )
  console.log(`The shop is online at ${origin}`)
})
