/** Page background colours for browser UI; the same as in client/styles/tokens.css. */
export const themes = [
  ['light', { paper: '#faf7f0' }],
  ['dark', { paper: '#10151c' }],
] as const
