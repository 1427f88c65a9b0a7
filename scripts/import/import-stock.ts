import { z } from 'zod'
import type { Database } from './d1.ts'
import { runImport } from './command.ts'
import { readStock, stockBatches } from '../../src/backend/imports/read-stock.ts'
import type { KnownStock } from '../../src/backend/imports/read-stock.ts'

const heldCode = z.object({
  iccid: z.string(),
  tariffID: z.string(),
  smdpAddress: z.string(),
  matchingId: z.string(),
  confirmationCode: z.string().nullable(),
  mobileNumber: z.string().nullable(),
})

/** `npm run stock:import -- codes.csv [--dry-run] [--persist-to DIR | --remote]` */
await runImport(async (files, database) => {
  const [file] = files
  if (!file || files.length > 1) throw new Error('Give one file of activation codes.')
  const { added, known, problems, warnings } = readStock(file, await knownIn(database))
  const skipped = known === 0 ? '' : ` ${known} are in stock already.`
  return {
    problems,
    warnings,
    risks: [],
    difference: [`${added.length} new activation codes.${skipped}`],
    batches: stockBatches(added),
    summary: `Imported ${added.length} activation codes.`,
  }
})

async function knownIn({ query }: Database): Promise<KnownStock> {
  const tariffs = await query('SELECT id FROM tariffs', z.object({ id: z.string() }))
  const codes = await query(
    `SELECT iccid, tariff_id AS tariffID, smdp_address AS smdpAddress, matching_id AS matchingId,
            confirmation_code AS confirmationCode, mobile_number AS mobileNumber FROM stock`,
    heldCode,
  )
  return { tariffs: new Set(tariffs.map(({ id }) => id)), codes }
}
