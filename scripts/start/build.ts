import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const sources = ['src', 'client', 'content', 'static']
const settings = ['package-lock.json', 'vite.config.ts', 'wrangler.toml']
const stampFile = 'dist/.built-from'

/** Builds client and worker into dist/, unless what is there was built from these very sources. */
export async function buildIfChanged(): Promise<void> {
  const wanted = await sourcesHash()
  const built = await readFile(stampFile, 'utf8').catch(() => '')
  if (built === wanted) return
  console.log('Building …')
  const { status, stdout, stderr } = spawnSync('vite', ['build', '--logLevel', 'warn'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`)
  await writeFile(stampFile, wanted)
}

/** Tells one release from another: differs whenever anything that is built differs. */
export async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256')
  const folders = await Promise.all(sources.map(filesIn))
  for (const file of [...folders.flat(), ...settings].toSorted())
    hash.update(file).update(await readFile(file))
  return hash.digest('hex')
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
