/** Numbers the plans on sale by their identifiers, from 0 on; run when placements have changed. */
export const numberPlans = [
  'DELETE FROM plan_numbers;',
  `INSERT INTO plan_numbers (number, tariff_id, operator_ident)
  SELECT row_number() OVER (ORDER BY tariff_id) - 1, tariff_id, operator_ident FROM placements WHERE place = 'all';`,
]
