import { z } from 'zod'
import { openDatabase } from './d1.ts'
import type { Database } from './d1.ts'
import { importArguments, readSources, report } from './import/command.ts'
import { readStock, stockSql } from './import/stock.ts'
import type { KnownStock } from './import/stock.ts'

/** `npm run stock:import -- codes.csv [--persist-to DIR | --remote]` */
const { paths, target } = importArguments()
const database = await openDatabase(target)
try {
  const [file] = await readSources(paths)
  if (!file || paths.length > 1)
    throw new Error('One file of activation codes is imported at a time.')
  const { added, problems, warnings } = readStock(file, await knownIn(database))
  if (report(problems, warnings)) {
    await database.execute(stockSql(added))
    console.log(`Imported ${added.length} activation codes.`)
  }
} finally {
  await database.close()
}

async function knownIn({ query }: Database): Promise<KnownStock> {
  const tariffs = await query('SELECT id FROM tariffs', z.object({ id: z.string() }))
  const stock = await query(
    `SELECT iccid, smdp_address || '$' || matching_id AS code FROM stock`,
    z.object({ iccid: z.string(), code: z.string() }),
  )
  return {
    tariffs: new Set(tariffs.map(({ id }) => id)),
    codes: new Map(stock.map(({ iccid, code }) => [iccid, code])),
  }
}
