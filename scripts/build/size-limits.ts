import type { Chunk } from './client-plugins.ts'

export type WeighedChunk = Chunk & {
  /** Size with brotli compression. */
  readonly bytes: number
}

const limits = { boot: 4000, form: 6100, extra: 14_000, phone: 30_000 } as const
/**
 * Modules whose chunks may exceed the limit of an extra. Each loads on intent, and the page works
 * without it: React hydrates forms, libphonenumber formats phone numbers while they are typed.
 */
const heavyExtras: readonly string[] = [
  'node_modules/react-dom/client.js',
  'src/words/phone-as-typed.shared.ts',
]

const boot = 'client/boot.ts'
const formModules = /^src\/\w+\/[\w-]+-form\.shared\.tsx$/
const library = /^node_modules\/|^rolldown\//
const react = /^node_modules\/(react|react-dom|scheduler|@preact\/signals-react)\//
const phone = /^node_modules\/libphonenumber-js\//
const tooLarge = [['zod', /^node_modules\/zod\/(?!v4\/(core|mini|locales)\/|mini\/)/]] as const

/** Checks the client's scripts against the limits of docs/performance.md. Returns the problems. */
export function sizeProblems(chunks: readonly WeighedChunk[]): string[] {
  const problems: string[] = []
  const start = chunkOf(boot)
  const atOnce = start ? withImports(start, chunks) : []
  check(start !== undefined, `no chunk contains ${boot}`)
  check(sum(atOnce) <= limits.boot, `the boot script: ${sum(atOnce)} bytes, ${limits.boot} at most`)
  check(!atOnce.some((chunk) => hasModule(chunk, react)), 'the boot script imports React')

  const forms = chunks.filter((chunk) => hasModule(chunk, formModules))
  check(forms.length > 0, 'no chunk contains a form of src/')
  for (const form of forms) {
    const loaded = withImports(form, chunks)
    const own = loaded.filter((chunk) => !atOnce.includes(chunk) && !isLibrary(chunk))
    check(sum(own) <= limits.form, `${form.file}: ${sum(own)} bytes, ${limits.form} at most`)
  }

  for (const chunk of chunks) {
    for (const [name, pattern] of tooLarge)
      check(!hasModule(chunk, pattern), `${chunk.file} imports ${name}`)
    check(
      !hasModule(chunk, phone) || (chunk.bytes <= limits.phone && !isForm(chunk)),
      `${chunk.file}: libphonenumber must be in a separate chunk, ${limits.phone} bytes at most`,
    )
    const isExtra = chunk.modules.some((module) => heavyExtras.includes(module))
    check(
      chunk.bytes <= limits.extra || isExtra,
      `${chunk.file}: ${chunk.bytes} bytes, ${limits.extra} at most unless it is in heavyExtras`,
    )
    check(
      !isExtra || !atOnce.includes(chunk),
      `${chunk.file} is in heavyExtras, but the boot script imports it`,
    )
  }
  return problems

  function check(isFine: boolean, problem: string): void {
    if (!isFine) problems.push(problem)
  }

  function chunkOf(module: string): WeighedChunk | undefined {
    return chunks.find(({ modules }) => modules.includes(module))
  }
}

function withImports(first: WeighedChunk, chunks: readonly WeighedChunk[]) {
  const found = new Set([first])
  for (const chunk of found)
    for (const each of chunks) if (chunk.imports.includes(each.file)) found.add(each)
  return [...found]
}

function hasModule({ modules }: Chunk, pattern: RegExp): boolean {
  return modules.some((module) => pattern.test(module))
}

function isForm(chunk: Chunk): boolean {
  return hasModule(chunk, formModules)
}

function isLibrary({ modules }: Chunk): boolean {
  return modules.every((module) => library.test(module))
}

function sum(chunks: readonly WeighedChunk[]): number {
  return chunks.reduce((total, { bytes }) => total + bytes, 0)
}

/** A built script of the worker. Its name is a path from the worker's folder. */
export type WorkerScript = {
  readonly file: string
  readonly code: string
  /** Size with gzip compression. */
  readonly bytes: number
}

/** Bytes with gzip that an isolate runs before its first request, and for a stored page. */
const startLimit = 20_900
/** Bytes without compression of all scripts, which every isolate compiles at its start. */
const allLimit = 2_450_000
/** Names of code that is loaded on demand, by an API host that only this code contains. */
const loadedOnDemand: { readonly [host: string]: string } = {
  'api.stripe.com': 'the stripe package',
  'partners-api.airalo.com': 'the supplier Airalo',
  'api.esimaccess.com': 'the supplier eSIM Access',
  'api.esim-go.com': 'the supplier eSIM Go',
}

/** Checks the code that the worker loads at start. Returns the problems. */
export function workerSizeProblems(scripts: readonly WorkerScript[]): string[] {
  const atStart = scriptsAtStart(scripts)
  const bytes = atStart.reduce((sum, script) => sum + script.bytes, 0)
  const all = scripts.reduce((sum, { code }) => sum + code.length, 0)
  const early = atStart.flatMap(({ file, code }) =>
    Object.entries(loadedOnDemand).flatMap(([host, name]) =>
      code.includes(host) ? `${file} loads ${name} at start` : [],
    ),
  )
  return [
    ...(atStart.length === 0 ? ['the worker has no index.js'] : []),
    ...(bytes > startLimit ? [`the worker: ${bytes} bytes at start, ${startLimit} at most`] : []),
    ...(all > allLimit ? [`the worker: ${all} bytes in all scripts, ${allLimit} at most`] : []),
    ...early,
  ]
}

/** Returns index.js and its direct and indirect imports, without `import()`. */
function scriptsAtStart(scripts: readonly WorkerScript[]): readonly WorkerScript[] {
  const found = new Set(scripts.filter(({ file }) => file === 'index.js'))
  for (const { code } of found)
    for (const script of scripts)
      if (importsOf(code).includes(nameOf(script.file))) found.add(script)
  return [...found]
}

function importsOf(code: string): string[] {
  return [...code.matchAll(/(?:from|import)\s*"\.[^"]*"/g)].map(([statement]) =>
    nameOf(statement.slice(0, -1)),
  )
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? path
}
