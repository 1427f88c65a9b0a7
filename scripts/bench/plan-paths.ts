import { locales } from '../../src/words/locales.shared.ts'
import { href } from '../../src/words/paths.shared.ts'
import { openStores, withShop } from '../database/open-shop.ts'
import type { OpenShop } from '../database/open-shop.ts'

type Plan = { readonly operator_ident: string; readonly id: string }

/** Returns paths of different plan pages, language by language, `count` at most. */
export async function planPaths(persistTo: string, count: number): Promise<string[]> {
  const target = { isRemote: false, persistTo } as const
  const read = async ({ db }: OpenShop) =>
    db.prepare('SELECT operator_ident, id FROM tariffs LIMIT ?').bind(count).all<Plan>()
  const { results } = await withShop(target, read, openStores)
  return locales
    .flatMap((locale) =>
      results.map(({ operator_ident: operator, id }) =>
        href(locale, 'tariff', { operator, tariffID: id }),
      ),
    )
    .slice(0, count)
}
