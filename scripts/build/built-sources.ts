import { execFile } from 'node:child_process'
import { readFile, rm, writeFile, readdir, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { createHash } from 'node:crypto'
import { join } from 'node:path'

export const buildSources: readonly string[] = [
  'src',
  'client',
  'content',
  'static',
  'scripts/build',
  'scripts/deploy',
  'scripts/start',
  'package-lock.json',
  'vite.config.ts',
  'wrangler.toml',
]
const stampFile = 'dist/.built-from'

/** Builds the shop, unless `dist/` was built from the same sources and settings. */
export async function buildIfChanged(): Promise<void> {
  if (await isBuildCurrent()) return
  console.log('Building …')
  try {
    const env = { ...process.env, NODE_ENV: 'production' }
    await promisify(execFile)('vite', ['build', '--logLevel', 'warn'], { env })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string } // promisify adds them
    throw new Error(`The build failed:\n${stdout}${stderr}`, { cause: error })
  }
}

/** Returns whether `dist/` was built from the current sources and settings. */
export async function isBuildCurrent(): Promise<boolean> {
  const built = await readFile(stampFile, 'utf8').catch(() => '')
  return built === (await sourcesHash())
}

/** Runs a build and records the hash of its sources and settings. A failed build has no hash. */
export async function stampBuild(build: () => Promise<void>): Promise<void> {
  const sources = await sourcesHash()
  await rm(stampFile, { force: true })
  await build()
  await writeFile(stampFile, sources)
}

export async function sourcesHash(): Promise<string> {
  return hashFiles(buildSources)
}

export async function hashFiles(paths: readonly string[]): Promise<string> {
  const files = (await Promise.all(paths.map(filesIn))).flat()
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(file).update(await readFile(file))
  return hash.digest('hex')
}

async function filesIn(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
