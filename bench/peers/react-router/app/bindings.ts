import { createContext } from 'react-router'

type Row = Readonly<Record<string, string | number | null>>
type Statement = { readonly bind: (...values: unknown[]) => Statement }

export type Bindings = {
  readonly DB: {
    readonly prepare: (sql: string) => Statement
    readonly batch: (statements: readonly Statement[]) => Promise<{ results: Row[] }[]>
  }
  /** The calls of the shop's page as JSON: a list of statements for each call. */
  readonly CALLS: string
  /** The contents of the body of the shop's page as JSON. See routes/page.tsx. */
  readonly PAGE: string
}

type Call = readonly { readonly sql: string; readonly params: readonly unknown[] }[]

export const bindings = createContext<Bindings>()

/**
 * Makes the calls at the same time, as the shop's page does. Returns the rows of all statements.
 */
export async function readRows({ DB, CALLS }: Bindings): Promise<Row[]> {
  const calls: readonly Call[] = JSON.parse(CALLS)
  const results = await Promise.all(
    calls.map((call) => DB.batch(call.map(({ sql, params }) => DB.prepare(sql).bind(...params)))),
  )
  return results.flat().flatMap((result) => result.results)
}
