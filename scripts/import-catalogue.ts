import { parseArgs } from 'node:util'
import { z } from 'zod'
import { openDatabase } from './d1.ts'
import type { Database } from './d1.ts'
import { readCatalogue } from './import/catalogue.ts'
import type { Known } from './import/catalogue.ts'
import { catalogueSql } from './import/catalogue-sql.ts'
import { importTarget, readSources, report } from './import/command.ts'

/** `npm run catalogue:import -- plans.csv [operators.csv …] [--persist-to DIR | --remote]` */
const { values, positionals } = parseArgs({
  options: {
    'persist-to': { type: 'string', default: '.wrangler/state' },
    remote: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

const database = await openDatabase(importTarget(values))
try {
  const { catalogue, problems } = readCatalogue(
    await readSources(positionals),
    await knownIn(database),
  )
  if (report(problems, [])) {
    await database.execute(catalogueSql(catalogue))
    const { countries, regions, operators, plans } = catalogue
    console.log(
      `Imported ${countries.length} countries, ${regions.length} regions, ${operators.length} operators, ${plans?.length ?? 0} plans.`,
    )
  }
} finally {
  await database.close()
}

async function knownIn({ query }: Database): Promise<Known> {
  const name = z.object({ name: z.string() })
  const names = async (sql: string) => new Set((await query(sql, name)).map((row) => row.name))
  return {
    countries: await names('SELECT code AS name FROM countries'),
    regions: await names(`SELECT country_code || '/' || ident AS name FROM regions`),
    operators: await names('SELECT ident AS name FROM operators'),
  }
}
