/** A built script of the worker. Its name is a path from the worker's folder. */
export type WorkerScript = {
  readonly file: string
  readonly code: string
  /** Size with gzip compression. */
  readonly bytes: number
}

/** Bytes that an isolate may load before its first request. */
const limit = 360_000
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
  const early = atStart.flatMap(({ file, code }) =>
    Object.entries(loadedOnDemand).flatMap(([host, name]) =>
      code.includes(host) ? `${file} loads ${name} at start` : [],
    ),
  )
  return [
    ...(atStart.length === 0 ? ['the worker has no index.js'] : []),
    ...(bytes > limit ? [`the worker: ${bytes} bytes at start, ${limit} at most`] : []),
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
