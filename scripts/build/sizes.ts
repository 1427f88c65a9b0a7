import { readdir, readFile } from 'node:fs/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { chunkListFile, type Chunk } from './client-plugins.ts'
import { sizeProblems, workerSizeProblems } from './size-limits.ts'
import type { WeighedChunk, WorkerScript } from './size-limits.ts'

const workerFolder = 'dist/esim_storefront'

const list: readonly Chunk[] = JSON.parse(await readFile(chunkListFile, 'utf8'))
const chunks = await Promise.all(list.map(weigh))
// `npm start` leaves copies of the scripts in `.wrangler` when it is killed.
const files = (await readdir(workerFolder, { recursive: true })).filter(
  (file) => !file.startsWith('.wrangler'),
)
const scripts = await Promise.all(
  files.filter((file) => file.endsWith('.js')).map(weighWorkerScript),
)
print('client, brotli', chunks)
print('worker, gzip', scripts)
const problems = [...sizeProblems(chunks), ...workerSizeProblems(scripts)]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

async function weigh(chunk: Chunk): Promise<WeighedChunk> {
  const code = await readFile(`dist/client/${chunk.file}`)
  return { ...chunk, bytes: brotliCompressSync(code).byteLength }
}

async function weighWorkerScript(file: string): Promise<WorkerScript> {
  const code = await readFile(`${workerFolder}/${file}`, 'utf8')
  return { file, code, bytes: gzipSync(code).byteLength }
}

function print(title: string, weighed: readonly { file: string; bytes: number }[]): void {
  console.log(`${title}:`)
  for (const { file, bytes } of weighed.toSorted((a, b) => b.bytes - a.bytes))
    console.log(`${String(bytes).padStart(6)}  ${file}`)
}
