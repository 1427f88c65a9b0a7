import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

export const bootEntry = 'client/boot.ts'

/** Provides `virtual:client-scripts`, the URLs of the scripts that every page loads. */
export function clientScripts(): Plugin {
  const name = 'virtual:client-scripts'
  let isBuild = false
  return {
    name,
    sharedDuringBuild: true,
    configResolved: (config) => {
      isBuild = config.command === 'build'
    },
    resolveId: (id) => (id === name ? `\0${name}` : null),
    hotUpdate({ server }) {
      if (this.environment.name !== 'client')
        server.environments['client']?.hot.send({ type: 'full-reload' })
    },
    async load(id) {
      if (id !== `\0${name}`) return null
      const boot = isBuild ? await builtURL(bootEntry) : `/${bootEntry}`
      const scripts = isBuild ? [boot] : ['/@vite/client', boot]
      return `export const scripts = ${JSON.stringify(scripts)}`
    },
  }
}

async function builtURL(entry: string): Promise<string> {
  const manifest: Record<string, { file: string }> = JSON.parse(
    await readFile('dist/client/.vite/manifest.json', 'utf8'),
  )
  const file = manifest[entry]?.file
  if (file === undefined) throw new Error(`${entry} is not in the client's manifest`)
  return `/${file}`
}
