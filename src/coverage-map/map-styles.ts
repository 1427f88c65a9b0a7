import { colours } from '../domain/colours.ts'

/**
 * Names of colours. The map declares them, because a picture cannot read the variables of its page.
 */
const names = ['sheet', 'edge', 'accent', 'ink'] as const

/** @param fontSize in dots, on a phone. Wider maps show smaller letters. */
export function mapStyles(fontSize: number): string {
  return [
    `:root{${variables(0)}}`,
    `@media(prefers-color-scheme:dark){:root{${variables(1)}}}`,
    // Dashes of length 0 with round ends are dots, one for each unit of a line.
    'path{fill:none;stroke:var(--accent);stroke-width:.74;',
    'stroke-linecap:round;stroke-dasharray:0 1}',
    'pattern path{stroke:var(--edge);stroke-width:.2;stroke-dasharray:none}',
    '.hatched{stroke:url(#hatch);stroke-width:1;stroke-linecap:butt;stroke-dasharray:none}',
    'circle{fill:none;stroke:var(--accent);stroke-width:.3}',
    `text{font:600 ${fontSize}px system-ui,sans-serif;text-anchor:middle;fill:var(--ink);`,
    `stroke:var(--sheet);stroke-width:.25em;stroke-linejoin:round;paint-order:stroke}`,
    `@media(min-width:480px){text{font-size:${Math.round(fontSize * 70) / 100}px}}`,
  ].join('')
}

/** @param theme 0 is light, 1 is dark */
function variables(theme: 0 | 1): string {
  return names.map((name) => `--${name}:${colours[name][theme]}`).join(';')
}
