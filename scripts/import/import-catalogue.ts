import { z } from 'zod'
import { baseCurrency } from './base-currency.ts'
import type { Database } from './d1.ts'
import { readCatalogue } from './read-catalogue.ts'
import type { Known } from './read-catalogue.ts'
import { catalogueSql } from './catalogue-sql.ts'
import { runImport } from './command.ts'

/** `npm run catalogue:import -- plans.csv [operators.csv …] [--persist-to DIR | --remote]` */
await runImport(async (files, database) => {
  const { catalogue, problems } = readCatalogue(files, await knownIn(database), baseCurrency())
  const { countries, regions, operators, plans } = catalogue
  const gone = plans === null ? 0 : await listedBut(database, plans)
  return {
    problems,
    warnings: [],
    statements: catalogueSql(catalogue),
    done: `Imported countries: ${countries.length}, regions: ${regions.length}, operators: ${operators.length}, plans: ${plans?.length ?? 0}.${gone === 0 ? '' : `\nTaken off sale, as the file does not have them: ${gone}.`}`,
  }
})

/** How many plans on sale are not among these. */
async function listedBut({ query }: Database, plans: readonly { tariffID: string }[]) {
  const kept = new Set(plans.map(({ tariffID }) => tariffID))
  const rows = await query(
    'SELECT id FROM tariffs WHERE is_listed = 1',
    z.object({ id: z.string() }),
  )
  return rows.filter(({ id }) => !kept.has(id)).length
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
