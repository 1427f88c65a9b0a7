import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { hashFiles } from './hash-files.ts'

const folders = ['src', 'client', 'content', 'static']
const files = ['package-lock.json', 'vite.config.ts', 'wrangler.toml']
const stampFile = 'dist/.built-from'

export async function buildIfChanged(): Promise<void> {
  const release = await sourcesHash()
  const built = await readFile(stampFile, 'utf8').catch(() => '')
  if (built === release) return
  console.log('Building …')
  try {
    const env = { ...process.env, NODE_ENV: 'production' }
    await promisify(execFile)('vite', ['build', '--logLevel', 'warn'], { env })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string } // promisify adds them
    throw new Error(`The build failed:\n${stdout}${stderr}`, { cause: error })
  }
  await writeFile(stampFile, release)
}

export async function sourcesHash(): Promise<string> {
  return hashFiles([...folders, ...files])
}
