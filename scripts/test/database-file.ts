import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Miniflare's folder for databases within a data folder. */
export const databases = 'v3/d1/miniflare-D1DatabaseObject'

/**
 * Returns the name of the only database in a data folder. The folder also has files of Miniflare
 * itself.
 */
export async function databaseName(dataFolder: string): Promise<string> {
  const names = await readdir(join(dataFolder, databases))
  const name = names.find((each) => /^[0-9a-f]+\.sqlite$/.test(each))
  if (name === undefined)
    throw new Error(
      `${dataFolder} has no database. Create it: npm start -- --persist-to ${dataFolder}`,
    )
  return name
}
