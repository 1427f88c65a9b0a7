import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { prepareDataFolder } from '../start/data-folder.ts'
import { hashFiles } from '../build/built-sources.ts'

const cache = '.cache/sample-data'
const sources = ['src/schema', 'catalogue', 'content', 'scripts', 'package-lock.json']

/**
 * Creates a data folder with the sample shop as a copy of a prepared folder. Preparing a folder
 * takes seconds, and a copy is immediate.
 */
export async function copySampleData(persistTo: string): Promise<void> {
  prepared ??= preparedFolder()
  await cp(await prepared, persistTo, { recursive: true })
}

let prepared: Promise<string> | undefined

/**
 * The sample eSIM was bought a few days before the folder was prepared, so each day needs new data.
 */
async function preparedFolder(): Promise<string> {
  const today = new Date().toISOString().slice(0, 10)
  const name = `${today}-${(await hashFiles(sources)).slice(0, 12)}`
  const folder = `${cache}/${name}`
  if (existsSync(folder)) return folder
  await removeOthers(name)
  const unfinished = `${folder}.${process.pid}`
  await prepareDataFolder(unfinished)
  // Fails if another process has finished first. Its folder is the same.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }))
  return folder
}

async function removeOthers(name: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const others = (await readdir(cache)).filter((other) => !other.startsWith(name))
  for (const other of others) await rm(`${cache}/${other}`, { recursive: true })
}
