/** The colour around the page, as in client/styles/tokens.css, for what a browser paints itself. */
export const themes = [
  ['light', { paper: '#faf7f0' }],
  ['dark', { paper: '#10151c' }],
] as const
