import { colours } from '../kit/colours.ts'

const [light, dark] = colours.paper

/** Page background colours for browser UI. */
export const themes = [
  ['light', { paper: light }],
  ['dark', { paper: dark }],
] as const
