import { readFile } from 'node:fs/promises'
import countries from 'world-countries'
import { commonFlags } from '../../src/kit/common-flags.shared.ts'

const folder = 'node_modules/country-flag-icons/3x2'

/** Names of the files of flags, and the countries whose flags they contain. */
export const flagFiles = {
  all: countries.map(({ cca2 }) => cca2.toLowerCase()),
  common: [...commonFlags],
} as const

/** Returns flags as symbols of one SVG file, named by lower-case country codes. */
export async function flagSprite(codes: readonly string[]): Promise<string> {
  const symbols = codes.toSorted().map(async (id) => {
    const svg = await readFile(`${folder}/${id.toUpperCase()}.svg`, 'utf8')
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
