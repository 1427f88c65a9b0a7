import { withDatabase } from '../import/apply-batches.ts'
import { targetFlags, targetOf } from '../database/target.ts'
import { openShop } from '../database/d1.ts'
import { exitOnError } from '../command/exit-on-error.ts'
import { deleteSamples } from './sample-profiles.ts'
import { parseCommand } from '../command/parse-command.ts'

const usage = 'Usage: npm run samples:delete -- [--remote | --persist-to DIR]'

await exitOnError(async () => {
  const target = targetOf(parseCommand(usage, { options: targetFlags }).values)
  await withDatabase(async () => openShop(target), deleteSamples)
  console.log(
    'Deleted the unsold sample profiles. Run npm run doctor with the same flags to check what the shop can sell.',
  )
})
