import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { chunkListFile } from './client-chunks.ts'
import type { Chunk } from './client-chunks.ts'
import { sizeProblems } from './client-sizes.ts'
import type { WeighedChunk } from './client-sizes.ts'

const list: readonly Chunk[] = JSON.parse(await readFile(chunkListFile, 'utf8'))
const chunks: readonly WeighedChunk[] = await Promise.all(list.map(weigh))
for (const { file, bytes } of chunks.toSorted((a, b) => b.bytes - a.bytes))
  console.log(`${String(bytes).padStart(6)}  ${file}`)
const problems = sizeProblems(chunks)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

async function weigh(chunk: Chunk): Promise<WeighedChunk> {
  const code = await readFile(`dist/client/${chunk.file}`)
  return { ...chunk, bytes: brotliCompressSync(code).byteLength }
}
