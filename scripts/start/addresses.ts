import { href } from '../../src/words/paths.shared.ts'

/**
 * Prints the addresses of a shop that is served.
 * @param paths paths or addresses by what is there. Without one, null
 */
export function printAddresses(origin: string, paths: { readonly [name: string]: string | null }) {
  const width = Math.max(...Object.keys(paths).map((name) => name.length))
  const lines = Object.entries(paths).flatMap(([name, path]) =>
    path === null
      ? []
      : `  ${name.padEnd(width)} ${path.startsWith('http') ? path : origin + path}`,
  )
  console.log(`\n${lines.join('\n')}\n`)
}

type SampleShop = { readonly sampleHash: string | null }

export function sampleEsimPath({ sampleHash: hash }: SampleShop): string | null {
  return hash === null ? null : href('en', 'instruction', null, { hash })
}
