import type { Operator } from '../../contract/operators.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext, CatalogueDatabase } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'
import { pageOf } from '../paging.ts'
import type { PageQuery, ListPage } from '../paging.ts'
import { placeOf } from './placements.ts'

type OperatorRow = {
  ident: string
  title: string
  website: string | null
  support_phone: string | null
  support_email: string | null
}

type OperatorQuery = PageQuery & {
  readonly country?: string | undefined
  readonly region?: string | undefined
}

const operatorColumns = 'o.ident, o.title, o.website, o.support_phone, o.support_email'

export async function listOperators(
  { catalogue: db }: BackendContext,
  query: OperatorQuery,
): Promise<OperationResult<ListPage<Operator>>> {
  const { from, params } = operatorsOf(query)
  const sql = `SELECT ${operatorColumns} ${from} ORDER BY o.search_title`
  return ok(
    await pageOf(db, query, { sql, countSql: `SELECT 1 ${from}`, params, toItem: toOperator }),
  )
}

/**
 * The operators with plans in a place. Operators without plans, such as the sample shop's after an
 * import, are not listed. Skips from one operator to the next in the index, so the cost grows with
 * operators and not with plans.
 */
const operatorsOfPlace = `WITH RECURSIVE step (ident) AS (
    SELECT min(operator_ident) FROM placements WHERE place = ?1
    UNION ALL
    SELECT (SELECT min(operator_ident) FROM placements
      WHERE place = ?1 AND operator_ident > step.ident)
    FROM step WHERE step.ident IS NOT NULL
  ) SELECT ident FROM step WHERE ident IS NOT NULL`

function operatorsOf({ country, region, search_string }: OperatorQuery) {
  const prefix = search_string.trim().toLowerCase()
  return {
    from: `FROM operators o WHERE o.ident IN (${operatorsOfPlace})
      AND o.search_title >= ?2 AND o.search_title < ?3`,
    params: [placeOf({ country, region }), prefix, `${prefix}\u{10FFFF}`],
  }
}

export async function operatorByIdent(
  db: CatalogueDatabase,
  ident: string,
): Promise<Operator | null> {
  const row = await db
    .prepare(`SELECT ${operatorColumns} FROM operators o WHERE o.ident = ?`)
    .bind(ident)
    .first<OperatorRow>()
  return row && toOperator(row)
}

export function toOperator(row: OperatorRow): Operator {
  return {
    ident: row.ident,
    title: row.title,
    website: row.website,
    supportPhone: row.support_phone,
    supportEmail: row.support_email,
  }
}
