import type { CommandFinding } from '../../src/backend/doctor/finding.ts'
import { isBuildCurrent } from '../start/build.ts'
import { error } from './command-finding.ts'

type Stores = {
  readonly d1_databases: readonly { readonly database_id?: string }[]
  readonly kv_namespaces: readonly { readonly id?: string }[]
}

/** Stores of wrangler.toml that have no id yet. */
export function idFindings(
  { d1_databases, kv_namespaces }: Stores,
  isEmbedded: boolean,
): readonly CommandFinding[] {
  const isZero = (id = '') => /^[0-]*$/.test(id)
  return [
    ...(isEmbedded && d1_databases.some(({ database_id }) => isZero(database_id))
      ? [
          error(
            'database_id in wrangler.toml is zero.',
            'Run npx wrangler d1 create esim-storefront.',
          ),
        ]
      : []),
    ...(kv_namespaces.some(({ id }) => isZero(id))
      ? [
          error(
            'The id of CACHE in wrangler.toml is zero.',
            'Run npx wrangler kv namespace create CACHE.',
          ),
        ]
      : []),
  ]
}

/** Whether `dist/` has the sources and settings as they are now. */
export async function buildFindings(): Promise<readonly CommandFinding[]> {
  return (await isBuildCurrent())
    ? []
    : [error('dist/ was built from other sources or settings.', 'Run npm run build.')]
}
