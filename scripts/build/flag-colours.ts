import { readFile } from 'node:fs/promises'

const most = 3
/** Colours lighter than this count as white. */
const white = 0.9
/** Between these limits a colour is visible on light and dark backgrounds. */
const [darkest, lightest] = [0.2, 0.58]
const grey = '#808080'

type Channels = readonly number[]

/**
 * Returns the first colours of a country's flag, without white. Mixes very dark and very light
 * colours with white or black until they are visible on any background.
 * @param code lower-case country code
 */
export async function flagColours(code: string): Promise<string[]> {
  const file = `node_modules/country-flag-icons/3x2/${code.toUpperCase()}.svg`
  const svg = await readFile(file, 'utf8')
  const named = svg.replaceAll('"red"', '"#f00"')
  const found = [...named.matchAll(/(?:fill|stroke)="#([\da-f]{6}|[\da-f]{3})"/gi)]
  const colours = [...new Set(found.map(([, hex = '']) => hex.toLowerCase()))]
    .map(channelsOf)
    .filter((channels) => brightness(channels) < white)
    .map((channels) => hexOf(limitBrightness(channels)))
  return colours.length === 0 ? [grey] : [...new Set(colours)].slice(0, most)
}

function limitBrightness(channels: Channels): Channels {
  const light = brightness(channels)
  if (light > lightest) return channels.map((channel) => (channel * lightest) / light)
  const share = Math.max(0, (darkest - light) / (1 - light))
  return channels.map((channel) => channel + (255 - channel) * share)
}

/** Luminance from 0 to 1 (Rec. 709). */
function brightness([red = 0, green = 0, blue = 0]: Channels): number {
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
}

function channelsOf(hex: string): Channels {
  const long = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
  return (long.match(/../g) ?? []).map((channel) => Number.parseInt(channel, 16))
}

function hexOf(channels: Channels): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}
