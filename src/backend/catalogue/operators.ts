import type { Operator } from '../../contract/operators.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext, CatalogueDatabase } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'
import { pageOfRows, rowsOf } from '../paging.ts'
import type { PageQuery, ListPage } from '../paging.ts'
import { placeOf } from './placements.ts'
import { searchTitle } from './search-title.ts'

export type OperatorRow = {
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

/**
 * Selects the operators with plans in a place. Omits operators without plans, such as those of the
 * sample shop after an import. Skips from one operator to the next in the index, so the cost grows
 * with the number of operators, not of plans.
 */
const operatorsOfPlace = `WITH RECURSIVE step (ident) AS (
    SELECT min(operator_ident) FROM placements WHERE place = ?1
    UNION ALL
    SELECT (SELECT min(operator_ident) FROM placements
      WHERE place = ?1 AND operator_ident > step.ident)
    FROM step WHERE step.ident IS NOT NULL
  ) SELECT ident FROM step WHERE ident IS NOT NULL`

/** Selects the operators of a place once, for both the count and the page. */
const operatorPage = `WITH listed AS MATERIALIZED (
    SELECT ${operatorColumns}, o.search_title FROM operators o
    WHERE o.ident IN (${operatorsOfPlace}) AND o.search_title >= ?2 AND o.search_title < ?3
  )
  SELECT * FROM (SELECT count(*) AS total FROM listed)
    LEFT JOIN (SELECT * FROM listed ORDER BY search_title LIMIT ?4 OFFSET ?5)
  ORDER BY search_title`

export async function listOperators(
  { catalogue: db }: BackendContext,
  query: OperatorQuery,
): Promise<OperationResult<ListPage<Operator>>> {
  const prefix = searchTitle(query.search_string)
  const { results } = await db
    .prepare(operatorPage)
    .bind(placeOf(query), prefix, `${prefix}\u{10FFFF}`, ...rowsOf(query))
    .all<(OperatorRow | { ident: null }) & { total: number }>()
  const items = results.flatMap((row) => (row.ident === null ? [] : [toOperator(row)]))
  return ok(pageOfRows(query, items, results[0]?.total ?? 0))
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
