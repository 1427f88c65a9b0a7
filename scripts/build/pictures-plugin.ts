import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Plugin } from 'vite'
import { countryPicture } from './country-picture.ts'
import { flagFiles, flagSprite } from './flag-sprite.ts'

const folder = 'flags'
const withStamp = '-and-stamp'
const sprites = new Map(Object.entries(flagFiles))

/**
 * Serves the flag and the entry stamp of each country as `/flags/tr-and-stamp.svg`, and the files
 * with many flags as `/flags/all.svg` and `/flags/common.svg`. It adds these files to the build,
 * and draws them on request during development.
 */
export async function flags(): Promise<Plugin> {
  const files = await readdir('node_modules/country-flag-icons/3x2')
  const countries = files
    .filter((file) => /^[A-Z]{2}\.svg$/.test(file))
    .map((file) => basename(file, '.svg').toLowerCase() + withStamp)
  const names = [...sprites.keys(), ...countries]
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

async function draw(name: string): Promise<string> {
  const codes = sprites.get(name)
  return codes ? flagSprite(codes) : countryPicture(name.replace(withStamp, ''))
}
