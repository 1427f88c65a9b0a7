import { cp, rm } from 'node:fs/promises'

const names = ['served', 'watched', 'stored', 'd1'] as const

export type DataCopies = { readonly [Name in (typeof names)[number]]: string }

/**
 * Copies the data folder for each worker. Two processes would lock each other out of one database.
 */
export async function copyDataFolder(dataFolder: string): Promise<DataCopies> {
  const copies = names.map((name) => [name, `${dataFolder}-${name}`] as const)
  await Promise.all(
    copies.map(async ([, path]) => {
      await rm(path, { recursive: true, force: true })
      await cp(dataFolder, path, { recursive: true })
    }),
  )
  return Object.fromEntries(copies) as DataCopies // it has every name
}
