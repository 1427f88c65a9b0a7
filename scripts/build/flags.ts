import { readFile, readdir } from 'node:fs/promises'
import countries from 'world-countries'
import { basename } from 'node:path'
import type { Plugin } from 'vite'
import { commonFlags } from '../../src/kit/common-flags.shared.ts'
import { entryStamp, stampCodes } from './entry-stamps.ts'

const flagFolder = 'node_modules/country-flag-icons/3x2'

/** Names of the files of flags, and the countries whose flags they contain. */
export const flagFiles = {
  all: countries.map(({ cca2 }) => cca2.toLowerCase()),
  common: [...commonFlags],
} as const

/** Returns flags as symbols of one SVG file, named by lower-case country codes. */
export async function flagSprite(codes: readonly string[]): Promise<string> {
  const symbols = codes.toSorted().map(async (id) => {
    const svg = await readFile(`${flagFolder}/${id.toUpperCase()}.svg`, 'utf8')
    const [, attributes = '', content = ''] = /<svg([^>]*)>(.*)<\/svg>/s.exec(svg) ?? []
    const [viewBox = ''] = /viewBox="[^"]*"/.exec(attributes) ?? []
    return `<symbol id="${id}" ${viewBox}>${shortenSvg(content.trim())}</symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">${(await Promise.all(symbols)).join('')}</svg>`
}

/**
 * Flags are drawn 90 units wide and shown 24 pixels wide. Differences below a tenth of a unit, and
 * the last bits of a colour, are invisible.
 */
function shortenSvg(svg: string): string {
  return svg
    .replace(/ d="([^"]*)"/g, (_, path: string) => ` d="${shortenPath(path)}"`)
    .replace(/"#([0-9a-f]{6})"/gi, (_, colour: string) => `"#${shortenColour(colour)}"`)
}

/** Returns `e0c` for `ef01cd`. */
function shortenColour(colour: string): string {
  const channels = colour.match(/../g) ?? []
  return channels.map((hex) => Math.round(Number.parseInt(hex, 16) / 17).toString(16)).join('')
}

/**
 * Returns the path with at most one decimal per number. The two flags of an arc are single digits.
 */
export function shortenPath(path: string): string {
  return path.replace(/([mzlhvcsqta])([^mzlhvcsqta]*)/gi, (_, command: string, args: string) => {
    const numbers = command.toLowerCase() === 'a' ? arcNumbers(args) : numbersIn(args)
    return command + numbers.map(roundCoordinate).reduce(appendNumber, '')
  })
}

const number = '[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[-+]?\\d+)?'

function numbersIn(args: string): string[] {
  return args.match(new RegExp(number, 'gi')) ?? []
}

function arcNumbers(args: string): string[] {
  const separator = '[\\s,]*'
  const arc = [number, number, number, '[01]', '[01]', number, number]
    .map((each) => `(${each})`)
    .join(separator)
  return [...args.matchAll(new RegExp(arc, 'gi'))].flatMap(([, ...values]) => values)
}

function roundCoordinate(value: string): string {
  return String(Math.round(Number(value) * 10) / 10).replace(/^(-?)0\./, '$1.')
}

/** A minus sign or a second decimal point separates numbers. */
function appendNumber(text: string, value: string): string {
  const last = /[\d.]*$/.exec(text)?.[0] ?? ''
  const isClear =
    text === '' || value.startsWith('-') || (value.startsWith('.') && last.includes('.'))
  return text + (isClear ? '' : ' ') + value
}

const folder = 'flags'
const withStamp = '-and-stamp'
const sprites = new Map(Object.entries(flagFiles))

/**
 * Serves the flag and the entry stamp of each country as `/flags/tr-and-stamp.svg`, and the files
 * with many flags as `/flags/all.svg` and `/flags/common.svg`. It adds these files to the build,
 * and draws them on request during development.
 */
export async function flags(): Promise<Plugin> {
  const files = await readdir(flagFolder)
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

/**
 * Returns a country's flag as SVG. The view `#stamp` of the same file shows its entry stamp.
 * @param code lower-case country code
 */
export async function countryPicture(code: string): Promise<string> {
  const flag = await readFile(`${flagFolder}/${code.toUpperCase()}.svg`, 'utf8')
  if (!stampCodes.includes(code)) return flag
  const [, left = 0, top = 0, width = 0, height = 0] = (
    / viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"/.exec(flag) ?? []
  ).map(Number)
  if (!width || !height) throw new Error(`the flag of ${code} has no viewBox`)
  // The flag never reaches this far down.
  const below = top + 2 * height
  const box = `x="${left}" y="${below}" width="${width}" height="${height}"`
  const view = `<view id="stamp" viewBox="${left} ${below} ${width} ${height}"/>`
  const stamp = (await entryStamp(code)).replace('<svg', `<svg ${box}`)
  return flag.replace(/<\/svg>\s*$/, `${view}${stamp}</svg>`)
}
