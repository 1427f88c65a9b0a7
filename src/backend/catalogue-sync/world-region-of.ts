import { worldRegion } from '../../contract/places.ts'
import type { WorldRegion } from '../../contract/places.ts'

/** Countries by world region, based on the United Nations' subregions. */
const countriesByRegion: { readonly [region in Exclude<WorldRegion, 'global'>]: string } = {
  europe:
    'ad al at ax ba be bg ch cy cz de dk ee es fi fo fr gb gg gi gr hr hu ie im is it je li lt lu lv mc me mk mt nl no pl pt ro rs se si sj sk sm ua va xk',
  asia: 'af bd bn bt cn hk id in jp kh kp kr la lk mm mn mo mv my np ph pk sg th tl tw vn',
  'middle-east': 'ae bh eg il iq ir jo kw lb om ps qa sa sy tr ye',
  africa:
    'ao bf bi bj bw cd cf cg ci cm cv dj dz eh er et ga gh gm gn gq gw ke km lr ls ly ma mg ml mr mu mw mz na ne ng re rw sc sd sh sl sn so ss st sz td tg tn tz ug yt za zm zw',
  'north-america': 'bm ca gl mx pm us',
  'latin-america':
    'ag ai ar aw bb bl bo bq br bs bz cl co cr cu cw dm do ec fk gd gf gp gt gy hn ht jm kn ky lc mf mq ms ni pa pe pr py sr sv sx tc tt uy vc ve vg vi',
  oceania: 'as au cc ck cx fj fm gu ki mh mp nc nf nr nu nz pf pg pn pw sb tk to tv vu wf ws',
  cis: 'am az by ge kg kz md ru tj tm uz',
}

/**
 * Minimum share of a plan's countries in its region. "Europe" often includes Türkiye or Morocco.
 */
const mostCountries = 0.7

const regionOf = new Map(
  Object.entries(countriesByRegion).flatMap(([region, codes]) =>
    codes.split(' ').map((code) => [code, worldRegion.parse(region)] as const),
  ),
)

/** Returns the world region of a plan for several countries, for suppliers that do not name it. */
export function worldRegionOf(countryCodes: readonly string[]): WorldRegion | null {
  if (countryCodes.length < 2) return null
  const counts = Map.groupBy(countryCodes, (code) => regionOf.get(code))
  for (const [region, codes] of counts)
    if (region !== undefined && codes.length >= countryCodes.length * mostCountries) return region
  return 'global'
}
