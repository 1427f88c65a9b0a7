import { everywhere } from './placements.ts'

const numbered = `SELECT row_number() OVER (ORDER BY tariff_id) - 1, tariff_id, operator_ident
  FROM placements WHERE place = '${everywhere}'`

/**
 * Numbers the plans on sale from 0, in the order of their ids. Run it after placements change.
 * Writes only the numbers that change.
 */
export const numberPlans = [
  `DELETE FROM plan_numbers WHERE (number, tariff_id, operator_ident) NOT IN (${numbered});`,
  `INSERT INTO plan_numbers (number, tariff_id, operator_ident)
  SELECT * FROM (${numbered}) WHERE tariff_id NOT IN (SELECT tariff_id FROM plan_numbers);`,
]
