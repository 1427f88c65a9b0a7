import { z } from 'zod'
import { openDatabase } from './d1.ts'
import type { Database } from './d1.ts'
import { readCatalogue } from './import/catalogue.ts'
import type { Known } from './import/catalogue.ts'
import { catalogueSql } from './import/catalogue-sql.ts'
import { importArguments, readSources, report } from './import/command.ts'

/** `npm run catalogue:import -- plans.csv [operators.csv …] [--persist-to DIR | --remote]` */
const { paths, target } = importArguments()
const database = await openDatabase(target)
try {
  const { catalogue, problems } = readCatalogue(await readSources(paths), await knownIn(database))
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
