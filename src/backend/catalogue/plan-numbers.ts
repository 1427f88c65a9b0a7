/** Numbers the plans on sale from 0, in the order of their ids. Run it after placements change. */
export const numberPlans = [
  'DELETE FROM plan_numbers;',
  `INSERT INTO plan_numbers (number, tariff_id, operator_ident)
  SELECT row_number() OVER (ORDER BY tariff_id) - 1, tariff_id, operator_ident
  FROM placements WHERE place = 'all';`,
]
