import type { WorldRegion } from '../../src/plans/operations.ts'

/** Countries of the sample multi-country plans. As with most suppliers, Europe excludes Türkiye. */
const europe =
  'ad al at ba be bg ch cy cz de dk ee es fi fr gb gi gr hr hu ie is it li lt lu lv mc md me mk mt nl no pl pt ro rs se si sk sm va'
const asia = 'bd cn hk id in jp kh kr la lk mo my np ph pk sg th tw vn'
const middleEast = 'ae bh eg il iq jo kw lb om qa sa tr'
const africa = 'bw ci cm dz eg et gh ke ma mg mu mz na ng re rw sc sn tn tz ug za zm zw'
const northAmerica = 'ca mx us'
const latinAmerica = 'ar bo br bs cl co cr do ec gt hn jm ni pa pe pr py sv uy'
const oceania = 'au fj gu nc nz pf pg to vu ws'
const cis = 'am az by ge kg kz md ru tj uz'
const global = [
  europe,
  asia,
  middleEast,
  northAmerica,
  'au nz za ke ma tn ar br cl co pe kz ge am',
].join(' ')

export const countriesOfRegion: { readonly [region in WorldRegion]: readonly string[] } = {
  europe: codes(europe),
  asia: codes(asia),
  'middle-east': codes(middleEast),
  africa: codes(africa),
  'north-america': codes(northAmerica),
  'latin-america': codes(latinAmerica),
  oceania: codes(oceania),
  cis: codes(cis),
  global: codes(global),
}

function codes(list: string): readonly string[] {
  return [...new Set(list.split(' '))].toSorted()
}
