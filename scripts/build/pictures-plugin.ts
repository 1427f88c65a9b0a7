import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Plugin } from 'vite'
import { entryStamp, stampCodes } from './entry-stamps.ts'
import { flagFiles, flagSprite } from './flag-sprite.ts'

type Pictures = {
  /** The folder in URLs. */
  readonly folder: string
  /** The names of the files, without `.svg`. */
  readonly names: readonly string[]
  readonly draw: (name: string) => Promise<string>
}

const flagsFolder = 'node_modules/country-flag-icons/3x2'

/**
 * Serves the flags of country-flag-icons as `/flags/tr.svg`, and the files with many flags as
 * `/flags/all.svg` and `/flags/common.svg`.
 */
export async function flags(): Promise<Plugin> {
  const files = (await readdir(flagsFolder)).filter((file) => /^[A-Z]{2}\.svg$/.test(file))
  const sprites = new Map(Object.entries(flagFiles))
  return pictures({
    folder: 'flags',
    names: [...sprites.keys(), ...files.map((file) => basename(file, '.svg').toLowerCase())],
    async draw(name) {
      const codes = sprites.get(name)
      return codes
        ? flagSprite(codes)
        : readFile(`${flagsFolder}/${name.toUpperCase()}.svg`, 'utf8')
    },
  })
}

/** Serves the entry stamp of each country as `/stamps/tr.svg`. */
export function entryStamps(): Plugin {
  return pictures({ folder: 'stamps', names: stampCodes, draw: entryStamp })
}

/** Adds SVG files to the build, and draws them on request during development. */
function pictures({ folder, names, draw }: Pictures): Plugin {
  return {
    name: folder,
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      for (const name of names) {
        const fileName = `${folder}/${name}.svg`
        this.emitFile({ type: 'asset', fileName, source: await draw(name) })
      }
    },
    configureServer(server) {
      server.middlewares.use(`/${folder}/`, (request, response, next) => {
        const name = basename(request.url ?? '', '.svg')
        if (!names.includes(name)) return next()
        draw(name).then(
          (svg) => response.setHeader('Content-Type', 'image/svg+xml').end(svg),
          () => next(),
        )
      })
    },
  }
}
