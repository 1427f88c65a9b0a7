import { literal } from '../sql-text.ts'
import { everywhere } from '../catalogue/placements.ts'

const onSale = `SELECT tariff_id FROM placements WHERE place = '${everywhere}'`

const operatorNow = `(SELECT p.operator_ident FROM placements p
  WHERE p.place = '${everywhere}' AND p.tariff_id = plan_numbers.tariff_id)`

/**
 * Numbers the plans on sale. Run these statements after placements change. They write only plans
 * that are new, removed or have a new operator. Other plans keep their numbers. New plans get free
 * numbers in the order of their ids.
 */
export const numberPlans = [
  `DELETE FROM plan_numbers WHERE tariff_id NOT IN (${onSale});`,
  `UPDATE plan_numbers SET operator_ident = ${operatorNow} WHERE operator_ident <> ${operatorNow};`,
  `INSERT INTO plan_numbers (number, tariff_id, operator_ident)
  WITH free (position, number) AS (
    SELECT row_number() OVER (ORDER BY number) - 1, number + 1 FROM plan_numbers
    WHERE number + 1 NOT IN (SELECT number FROM plan_numbers)
      AND number < (SELECT max(number) FROM plan_numbers)
  ), fresh (position, tariff_id, operator_ident) AS (
    SELECT row_number() OVER (ORDER BY tariff_id) - 1, tariff_id, operator_ident FROM placements
    WHERE place = '${everywhere}' AND tariff_id NOT IN (SELECT tariff_id FROM plan_numbers)
  )
  SELECT coalesce(free.number, (SELECT coalesce(max(number) + 1, 0) FROM plan_numbers)
      + fresh.position - (SELECT count(*) FROM free)), fresh.tariff_id, fresh.operator_ident
  FROM fresh LEFT JOIN free USING (position);`,
]

/** Adds or deletes the number of one plan, without reading other plans. */
export function numberPlan(tariffID: string): string[] {
  const id = literal(tariffID)
  return [
    `DELETE FROM plan_numbers WHERE tariff_id = ${id} AND NOT EXISTS (
      SELECT 1 FROM placements WHERE place = '${everywhere}' AND tariff_id = ${id});`,
    `INSERT INTO plan_numbers (number, tariff_id, operator_ident)
    SELECT (SELECT coalesce(max(number) + 1, 0) FROM plan_numbers), tariff_id, operator_ident
    FROM placements WHERE place = '${everywhere}' AND tariff_id = ${id}
    ON CONFLICT (tariff_id) DO NOTHING;`,
  ]
}
