import dots from '../../client/styles/dots.css?inline'
import labels from '../../client/styles/map-labels.css?inline'
import { colours } from '../domain/colours.ts'

/**
 * Names of colours. The map declares them, because a picture cannot read the variables of its page.
 */
const names = ['sheet', 'edge', 'accent', 'ink'] as const

/** The styles of the file of a map. A map in the page has the same rules from `maps.css`. */
export const mapStyles: string = [
  `:root{${variables(0)}}`,
  `@media(prefers-color-scheme:dark){:root{${variables(1)}}}`,
  dots,
  labels,
].join('')

/** @param theme 0 is light, 1 is dark */
function variables(theme: 0 | 1): string {
  return names.map((name) => `--${name}:${colours[name][theme]}`).join(';')
}
