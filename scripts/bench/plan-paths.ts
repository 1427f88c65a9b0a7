import { z } from 'zod'
import { locales } from '../../src/words/locales.shared.ts'
import { href } from '../../src/words/paths.shared.ts'
import { openDatabase } from '../database/d1.ts'

const plan = z.object({ operator_ident: z.string(), id: z.string() })

/** Returns paths of different plan pages, language by language, `count` at most. */
export async function planPaths(persistTo: string, count: number): Promise<string[]> {
  const { query, close } = await openDatabase({ isRemote: false, persistTo })
  try {
    const plans = await query(`SELECT operator_ident, id FROM tariffs LIMIT ${count}`, plan)
    return locales
      .flatMap((locale) =>
        plans.map(({ operator_ident: operator, id }) =>
          href(locale, 'tariff', { operator, tariffID: id }),
        ),
      )
      .slice(0, count)
  } finally {
    await close()
  }
}
