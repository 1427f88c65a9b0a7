/**
 * The shop's colours in the light and the dark theme, as `#rrggbb` or `#rgb`. `npm run generate -- brand`
 * writes them into the styles and the icons. A test checks the contrast of texts.
 */
export const colours = {
  /** Background of pages. */
  paper: ['#faf7f0', '#10151c'],
  /** Background of cards and fields. */
  sheet: ['#fffdf8', '#1b2430'],
  /** Text. */
  ink: ['#16202e', '#eef0ea'],
  /** Secondary text. */
  soft: ['#566070', '#a3adb8'],
  line: ['#ddd6c6', '#313d4d'],
  /** Borders of fields and buttons. */
  edge: ['#8b8577', '#6b7787'],
  /** Links, buttons and the logo. */
  accent: ['#b93815', '#ff8a5c'],
  accentStrong: ['#9c2d0f', '#ffa47f'],
  /** Text on a button. */
  onAccent: ['#fff', '#1c0d06'],
  /** Background of notes. */
  wash: ['#f3e9dc', '#263241'],
  /** Success. */
  good: ['#1c6b4a', '#6fcf9f'],
} as const satisfies { readonly [name: string]: readonly [light: string, dark: string] }

export type ColourName = keyof typeof colours

/** `--accent-strong: light-dark(#9c2d0f, #ffa47f);` */
export function colourRule(name: ColourName): string {
  const [light, dark] = colours[name]
  return `--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}: light-dark(${light}, ${dark});`
}

export const colourNames = Object.keys(colours) as ColourName[] // the keys of the table
