import { operatorWebsite } from './operations.ts'
import type { Operator } from './operations.ts'
import { ok } from '../kit/result.shared.ts'
import type { BackendContext, CatalogueDatabase } from '../context.ts'
import type { OperationResult } from '../api/operation-result.ts'
import { pageOfRows, rowsOf } from '../kit/paging.ts'
import type { PageQuery, ListPage } from '../kit/paging.ts'
import { placeOf } from './placements.ts'
import { searchTitle } from './place-titles.ts'

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
 * Selects the page and the number of the operators with plans in a place. Omits operators without
 * plans, such as those of the sample shop after an import.
 */
const operatorPage = `WITH found AS MATERIALIZED (
    SELECT ${operatorColumns}, o.search_title FROM operators o
    WHERE search_title >= ?2 AND search_title < ?3 AND EXISTS (
      SELECT 1 FROM placements p WHERE p.place = ?1 AND p.operator_ident = o.ident))
  SELECT * FROM (SELECT count(*) AS total FROM found)
  LEFT JOIN (SELECT * FROM found ORDER BY search_title, ident LIMIT ?4 OFFSET ?5)
  ORDER BY search_title, ident`

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
    // Links with other protocols could run scripts.
    website: operatorWebsite.safeParse(row.website).data ?? null,
    supportPhone: row.support_phone,
    supportEmail: row.support_email,
  }
}
