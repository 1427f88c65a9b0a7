import { raiseContentVersion } from '../../src/plans/content-version.ts'
import { openShop } from '../database/d1.ts'
import { targetFlags, targetOf } from '../database/target.ts'
import { countTexts, missingTexts } from './texts-sql.ts'
import { exitOnError } from '../command/exit-on-error.ts'
import { parseCommand } from '../command/parse-command.ts'

const usage = 'Usage: npm run texts:import -- [--remote | --persist-to DIR]'

/**
 * Adds the FAQ, posts and advice of content/ in each language that has no such texts in the
 * database.
 */
await exitOnError(async () => {
  const { values } = parseCommand(usage, { options: targetFlags })
  const database = await openShop(targetOf(values))
  try {
    const statements = await missingTexts(database)
    const before = await countTexts(database)
    if (statements.length > 0) await database.execute([...statements, raiseContentVersion])
    const after = await countTexts(database)
    // The import changes and removes no texts, because the operator may have edited them.
    for (const [name, count] of after) {
      const kept = before.get(name) ?? 0
      console.log(`${name}: ${count - kept} new, ${kept} unchanged.`)
    }
    console.log(
      statements.length === 0
        ? 'Nothing was imported: every language already has its texts.'
        : 'Imported the missing texts.',
    )
  } finally {
    await database.close()
  }
})
