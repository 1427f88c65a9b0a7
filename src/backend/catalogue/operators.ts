import type { Operator } from '../../contract/catalogue.ts'
import { found } from '../call.ts'
import type { Call, Reply } from '../call.ts'
import { pageOf } from '../paging.ts'
import type { Page, Paged } from '../paging.ts'
import { placeOf } from './places.ts'

type OperatorRow = {
  ident: string
  title: string
  website: string | null
  support_phone: string | null
  support_email: string | null
}

export const operatorColumns = 'o.ident, o.title, o.website, o.support_phone, o.support_email'

/** Operators of a place, or those whose name begins with the words looked for. */
export async function listOperators(
  { db }: Call,
  query: Page & { country?: string | undefined; region?: string | undefined },
): Promise<Reply<Paged<Operator>>> {
  const { sql, params } = operatorsOf(query)
  return found(await pageOf(db, query, { sql, params, toItem: toOperator }))
}

function operatorsOf({
  country,
  region,
  search_string,
}: {
  country?: string | undefined
  region?: string | undefined
  search_string: string
}) {
  const prefix = search_string.trim().toLowerCase()
  const named = `o.search_title >= ? AND o.search_title < ?`
  const bounds = [prefix, `${prefix}\u{10FFFF}`]
  if (country === undefined) {
    return {
      sql: `SELECT ${operatorColumns} FROM operators o WHERE ${named} ORDER BY o.search_title`,
      params: bounds,
    }
  }
  return {
    sql: `SELECT ${operatorColumns} FROM operators o
      WHERE o.ident IN (SELECT operator_ident FROM placements WHERE place = ?) AND ${named} ORDER BY o.search_title`,
    params: [placeOf({ country, region }), ...bounds],
  }
}

export async function operatorByIdent(db: D1Database, ident: string): Promise<Operator | null> {
  const row = await db
    .prepare(`SELECT ${operatorColumns} FROM operators o WHERE o.ident = ?`)
    .bind(ident)
    .first<OperatorRow>()
  return row && toOperator(row)
}

function toOperator(row: OperatorRow): Operator {
  return {
    ident: row.ident,
    title: row.title,
    website: row.website,
    supportPhone: row.support_phone,
    supportEmail: row.support_email,
  }
}
