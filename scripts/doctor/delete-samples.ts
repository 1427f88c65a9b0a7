import { parseArgs } from 'node:util'
import { withDatabase } from '../import/apply-batches.ts'
import { targetFlags, targetOf } from '../database/target.ts'
import { openReadyDatabase } from '../database/d1.ts'
import { exitOnError } from '../command/exit-on-error.ts'
import { deleteSamples } from './sample-profiles.ts'

/** `npm run samples:delete [-- --remote]` */
await exitOnError(async () => {
  const target = targetOf(parseArgs({ options: targetFlags }).values)
  await withDatabase(async () => openReadyDatabase(target), deleteSamples)
  console.log(
    'Deleted the unsold sample profiles. Run npm run doctor with the same flags to check what the shop can sell.',
  )
})
