/** Groups of countries within a world region, which has the plans for them. */
export const placeGroups = {
  schengen: {
    region: 'europe',
    members:
      'at be bg ch cz de dk ee es fi fr gr hr hu is it li lt lu lv mt nl no pl pt ro se si sk',
  },
  balkans: { region: 'europe', members: 'al ba bg gr hr me mk ro rs si xk' },
  scandinavia: { region: 'europe', members: 'dk no se' },
  caribbean: {
    region: 'latin-america',
    members: 'ag ai aw bb bl bq bs cu cw dm do gd gp ht jm kn ky lc mf mq ms pr sx tc tt vc vg vi',
  },
} as const

/** Regions to which most travellers go, by country. */
export const popularRegions: { readonly [country: string]: string | undefined } = {
  ru: 'mow spe mos kda ta sve kgd al',
}
