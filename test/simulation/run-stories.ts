import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'

/** What the stories printed, and whether the shop kept all rules in them. */
export type StoriesResult = { readonly isRight: boolean; readonly output: string }

/**
 * Plays `stories.ts` in a process of its own, as one production bundle: the loader of tests and
 * development builds of packages take several times as long.
 * @param folder the sources of the shop
 * @param onOutput gets what the stories print, as soon as they do
 */
export async function runStories(
  folder = '.',
  variables: NodeJS.ProcessEnv = {},
  onOutput: (text: string) => void = () => {},
): Promise<StoriesResult> {
  const out = await mkdtemp(join(tmpdir(), 'stories-'))
  const env = { ...process.env, ...variables, NODE_ENV: 'production' }
  try {
    await build({
      configFile: false,
      root: resolve(folder),
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      oxc: { jsx: { development: false } },
      // Only an operator's command needs wrangler.
      ssr: { noExternal: true, external: ['wrangler'] },
      build: {
        ssr: resolve(folder, 'test/simulation/stories.ts'),
        outDir: out,
        target: 'node24',
        rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'stories.mjs' } },
      },
    })
    // Most objects die young. A larger space for them halves the garbage collection.
    const args = ['--max-semi-space-size=64', join(out, 'stories.mjs')]
    const child = spawn(process.execPath, args, { cwd: folder, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        onOutput(text)
      })
    const code = await new Promise((end) => void child.once('close', end))
    return { isRight: code === 0, output }
  } finally {
    await rm(out, { recursive: true })
  }
}
