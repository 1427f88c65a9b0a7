/** Groups of countries within a world region, which has the plans for them. */
const groups = {
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

export type SmallGroup = keyof typeof groups

export function isSmallGroup(group: string): group is SmallGroup {
  return Object.hasOwn(groups, group)
}

/** Returns the world region whose plans a group needs. */
export function worldRegionOf(group: string): string {
  return isSmallGroup(group) ? groups[group].region : group
}

/** Returns the codes of the countries of a group. A world region has those of its plans. */
export function membersOf(group: string): readonly string[] {
  return isSmallGroup(group) ? groups[group].members.split(' ') : []
}
