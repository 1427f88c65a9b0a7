import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parseSync, type Plugin } from 'vite'

const ofWorker = {
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: (environment: { readonly name: string }) =>
    environment.name === 'esim_storefront',
} as const

/** Modules that export only data: texts, and tables of packages. */
const dataModules =
  /\/content\/\w+\/(?:office\/|office\/words\/)?[\w-]+\.ts$|\/libphonenumber-js\/metadata\.\w+\.json\.js$|\/character-entities\/index\.js$|\/common-password-hashes\.ts$/
/** Characters of the smallest data in a file of its own. */
const fileSize = 8000
const folder = '.cache/data'

/**
 * Writes data as JSON. Every isolate compiles all scripts of the worker at its start, even those
 * that it never runs. It reads a text ten times as fast as an object's literal, and a file not
 * before it is needed.
 */
export function dataAsJson(): Plugin {
  return {
    name: 'data-as-json',
    ...ofWorker,
    load: {
      filter: { id: dataModules },
      async handler(id) {
        const module: object = await import(id)
        const lines = await Promise.all(
          Object.entries(module).map(async ([name, value]) => {
            const json = JSON.stringify(value)
            if (!isDeepStrictEqual(JSON.parse(json), value)) return null
            const exported = name === 'default' ? 'export default' : `export const ${name} =`
            return json.length < fileSize
              ? `${exported} JSON.parse(${JSON.stringify(json)})`
              : `import ${name}Data from '${await writeData(id, name, json)}'
                ${exported} JSON.parse(new TextDecoder().decode(${name}Data))`
          }),
        )
        return lines.includes(null) ? null : lines.join('\n')
      },
    },
  }
}

/** The plugin of Cloudflare adds files with this ending to the worker. */
async function writeData(id: string, name: string, json: string): Promise<string> {
  const path = relative(process.cwd(), id).replaceAll(/\W/g, '-')
  const file = resolve(folder, `${path}-${name}.bin`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, json)
  return file
}

/**
 * Modules of packages that the shop never calls: other resources of Stripe, and the certificates of
 * authenticators. The shop asks for passkeys without attestation.
 */
const unusedModules =
  /\/stripe\/esm\/(?:StripeEventNotificationHandler|resources\/(?!(?:Charges|Disputes|Refunds|Checkout\/index|Checkout\/Sessions)\.)[\w/]+)\.js$|\/@simplewebauthn\/server\/esm\/(?:metadata\/\w+|services\/metadataService|helpers\/(?:getCertificateInfo|isCertRevoked|validateCertificatePath|convertX509PublicKeyToCOSE|validateExtFIDOGenCEAAGUID)|registration\/verifications\/(?:tpm\/)?verifyAttestation(?!Packed)\w+)\.js$/

/** Replaces each export of a module that is never used. A call of it throws an error. */
export function leaveOutUnused(): Plugin {
  return {
    name: 'leave-out-unused',
    ...ofWorker,
    load: {
      filter: { id: unusedModules },
      async handler(id) {
        const { module } = parseSync(id, await readFile(id, 'utf8'))
        const names = module.staticExports.flatMap(({ entries }) =>
          entries.flatMap(({ exportName }) => exportName.name ?? []),
        )
        return names.map((name) => `export class ${name} {}`).join('\n')
      },
    },
  }
}

/** Files with descriptions of the API, which only docs/openapi.json contains. */
const describedFiles = /\/src\/(?:\w+\/operations|api\/(?:common|operation))\.ts$/

/** Leaves out the descriptions, because each is another schema that an isolate creates. */
export function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    ...ofWorker,
    transform: {
      filter: { id: describedFiles },
      handler: (code) => ({ code: withoutCalls(code), map: null }),
    },
  }
}

function withoutCalls(code: string): string {
  const call = /\.(?:describe|meta)\(/.exec(code)
  if (call === null) return code
  let end = call.index + call[0].length
  for (let depth = 1; depth > 0; end += 1) depth += { '(': 1, ')': -1 }[code[end] ?? ''] ?? 0
  return code.slice(0, call.index) + withoutCalls(code.slice(end))
}
