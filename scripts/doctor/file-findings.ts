import type { CommandFinding } from '../../src/office/finding.ts'
import { isBuildCurrent } from '../start/build.ts'
import { error } from './command-finding.ts'

type Stores = {
  readonly d1_databases: readonly { readonly database_id?: string }[]
  readonly kv_namespaces: readonly { readonly id?: string }[]
}

export function isZeroID(id = ''): boolean {
  return /^[0-]*$/.test(id)
}

/** Reports stores of wrangler.toml that have no id yet. */
export function idFindings(
  { d1_databases, kv_namespaces }: Stores,
  isEmbedded: boolean,
): readonly CommandFinding[] {
  return [
    ...(isEmbedded && d1_databases.some(({ database_id }) => isZeroID(database_id))
      ? [error('database_id in wrangler.toml is zero.', 'npm run deploy creates the database.')]
      : []),
    ...(kv_namespaces.some(({ id }) => isZeroID(id))
      ? [
          error(
            'The id of CACHE in wrangler.toml is zero.',
            'npm run deploy creates the namespace.',
          ),
        ]
      : []),
  ]
}

/** Reports a `dist/` that was built from other sources or settings. */
export async function buildFindings(): Promise<readonly CommandFinding[]> {
  return (await isBuildCurrent())
    ? []
    : [error('dist/ was built from other sources or settings.', 'Run npm run build.')]
}
