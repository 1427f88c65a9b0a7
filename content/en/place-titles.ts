import type { PlaceTitles } from '../types.ts'

/** Names of places where those of `Intl.DisplayNames` are not what people say. */
export const placeTitles: PlaceTitles = {
  cd: 'DR Congo',
  cg: 'Congo',
  hk: 'Hong Kong',
  mm: 'Myanmar',
  mo: 'Macao',
  ps: 'Palestine',
}
