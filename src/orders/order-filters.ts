import { raw, sql, type Sql } from '../kit/sql.ts'

/** SQL over `orders i`: the orders with a value, by the name of the filter. */
export const orderFilters = {
  plan: (plan) => ofLine(sql`l.plan_id = ${plan}`),
  country: (country) => ofLine(isOfCountry(raw('l.plan_id'), country)),
  provider: (provider) => sql`(
    EXISTS (SELECT 1 FROM payments p WHERE p.order_id = i.id AND p.provider = ${provider})
    OR EXISTS (SELECT 1 FROM payment_facts f WHERE f.order_id = i.id AND f.provider = ${provider}))`,
  supplier: (supplier) => sql`EXISTS (SELECT 1 FROM purchases b
    WHERE b.order_id = i.id AND b.supplier = ${supplier})`,
  code: (code) => sql`i.promocode = ${code.toUpperCase()}`,
} as const satisfies { readonly [name: string]: (value: string) => Sql }

/** SQL: the plan covers the country. */
export function isOfCountry(plan: Sql, country: string): Sql {
  return sql`EXISTS (SELECT 1 FROM plans t, json_each(t.country_codes) covered
    WHERE t.id = ${plan} AND covered.value = ${country.toLowerCase()})`
}

function ofLine(condition: Sql): Sql {
  return sql`EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = i.id AND ${condition})`
}
