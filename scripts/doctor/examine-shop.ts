import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { unstable_readConfig } from 'wrangler'
import type { CommandFinding } from '../../src/office/finding.ts'
import { shopFindings } from '../../src/office/doctor.ts'
import { withDatabase } from '../import/apply-batches.ts'
import { unreadable } from '../command/unreadable.ts'
import { hasShop, openDatabase } from '../database/d1.ts'
import { appliedMigrations } from '../database/migrations.ts'
import type { Target } from '../database/target.ts'
import { error } from './command-finding.ts'
import { buildFindings, idFindings } from './file-findings.ts'
import { missingFindings, missingMigrations, unknownFindings } from './migration-findings.ts'
import { uploadedSecrets } from './uploaded-secrets.ts'

type Examination = {
  /** Secrets that are not uploaded yet. */
  readonly secretsFile?: string | undefined
  /** Missing migrations will be applied. */
  readonly isAboutToMigrate?: boolean
}

/** Finds problems in the files, settings and database of the shop in this folder. */
export async function examineShop(
  target: Target,
  { secretsFile, isAboutToMigrate = false }: Examination = {},
): Promise<CommandFinding[]> {
  const config = unstable_readConfig({ config: 'wrangler.toml' })
  const isEmbedded = !config.vars['API_BASE_URL']
  const ids = idFindings(config, isEmbedded)
  const files = [...ids, ...(await buildFindings())]
  const secrets = secretsFile === undefined ? {} : parseEnv(await readSecrets(secretsFile))
  const variables = { ...config.vars, ...secrets }
  // Without its id, the database cannot be found.
  const isReachable = isEmbedded && !(target.isRemote && ids.length > 0)
  const hidden = target.isRemote && ids.length === 0 ? await uploadedSecrets() : new Set<string>()
  if (!isReachable) return [...files, ...(await shopFindings(noDatabase, variables, { hidden }))]
  if (!target.isRemote && !hasShop(target.persistTo))
    return [
      ...files,
      error(
        `There is no shop in ${target.persistTo}, so its data was not examined.`,
        `Name its data folder with --persist-to, or start one: npm start -- --persist-to ${target.persistTo}`,
      ),
      ...(await shopFindings(noDatabase, variables, { hidden })),
    ]
  const stored = await withDatabase(
    async () => openDatabase(target),
    async (database) => {
      const missing = await missingMigrations(database)
      const migrations = [
        ...(isAboutToMigrate ? [] : missingFindings(missing, target)),
        ...unknownFindings(await appliedMigrations(database)),
      ]
      // Queries need the tables of this version.
      const store = missing.length === 0 ? database : noDatabase
      return [...migrations, ...(await shopFindings(store, variables, { hidden }))]
    },
  )
  return [...files, ...stored]
}

async function readSecrets(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) throw unreadable(path)
  return text
}

const noDatabase = { query: async () => [] }
