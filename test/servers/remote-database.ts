import type { OpenShop } from '../../scripts/database/open-shop.ts'
import { adaptToD1 } from '../../scripts/test/sqlite-d1.ts'
import type { Parameter, StatementAnswer } from '../../scripts/test/sqlite-d1.ts'

type Statement = { readonly sql: string; readonly params: readonly Parameter[] }

/**
 * Opens the only database of a test account. A remote binding would need Cloudflare's network.
 * @param origin the origin of the account
 */
export async function openRemoteDatabase(origin: string): Promise<Pick<OpenShop, 'db' | 'close'>> {
  const batch = async (statements: readonly Statement[]): Promise<StatementAnswer[]> => {
    const answer = await fetch(`${origin}/batch`, {
      method: 'POST',
      body: JSON.stringify(statements),
    })
    const { result } = (await answer.json()) as { readonly result: StatementAnswer[] }
    return result
  }
  const db = adaptToD1<Statement>({
    statement: (sql, params) => ({ sql, params }),
    run: async (statement) => (await batch([statement]))[0] ?? { rows: [], changes: 0 },
    batch,
  })
  return { db, close: async () => undefined }
}
