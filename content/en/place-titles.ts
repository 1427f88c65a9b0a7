import type { PlaceTitles } from '../types.ts'

export const placeTitles: PlaceTitles = {
  cd: 'DR Congo',
  cg: 'Congo-Brazzaville',
  hk: 'Hong Kong',
  mm: 'Myanmar',
  mo: 'Macao',
  ps: 'Palestine',
}
