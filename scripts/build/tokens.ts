import { colourNames, colourRule } from '../../src/kit/colours.ts'

export const tokensFile = 'client/styles/tokens.css'

/** Returns the style sheet with the colours of src/kit/colours.ts. */
export function withColours(css: string): string {
  const rules = colourNames.map((name) => `  ${colourRule(name)}\n`).join('')
  return css.replace(/( {2}--(?!shade|rim)[\w-]+: light-dark\(.*\);\n)+/, rules)
}
