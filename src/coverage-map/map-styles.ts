/** Colours of client/styles/tokens.css: a picture cannot read the variables of its page. */
export const colours = {
  light: { sheet: '#fffdf8', land: '#ddd6c6', hatch: '#8b8577', accent: '#b93815', ink: '#16202e' },
  dark: { sheet: '#1b2430', land: '#313d4d', hatch: '#6b7787', accent: '#ff8a5c', ink: '#eef0ea' },
} as const

type Theme = (typeof colours)[keyof typeof colours]

/** @param fontSize in dots, on a phone. Wider pictures show smaller letters. */
export function mapStyles(fontSize: number): string {
  return [
    `:root{${variables(colours.light)}}`,
    `@media(prefers-color-scheme:dark){:root{${variables(colours.dark)}}}`,
    // Dashes without length and with round ends are dots, one for each unit of a line.
    'path{fill:none;stroke:var(--land);stroke-width:.62;stroke-linecap:round;stroke-dasharray:0 1}',
    'pattern path{stroke:var(--hatch);stroke-width:.2;stroke-dasharray:none}',
    '.hatched{fill:url(#hatch);stroke:none}',
    '.covered{stroke:var(--accent);stroke-width:.74}',
    'circle{fill:none;stroke:var(--accent);stroke-width:.3}',
    `text{font:600 ${fontSize}px system-ui,sans-serif;text-anchor:middle;fill:var(--ink);`,
    `stroke:var(--sheet);stroke-width:.25em;stroke-linejoin:round;paint-order:stroke}`,
    `@media(min-width:480px){text{font-size:${Math.round(fontSize * 70) / 100}px}}`,
  ].join('')
}

function variables(theme: Theme): string {
  return Object.entries(theme)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';')
}
