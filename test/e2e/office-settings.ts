import type { StaffRole } from '../../src/api/staff.ts'

export const audience = 'a'.repeat(64)

/** The staff of the journeys' back office. */
export const staff = {
  owner: 'olga@shop.example',
  money: 'mark@shop.example',
  support: 'sara@shop.example',
} as const satisfies { readonly [role in StaffRole]: string }

/** Settings of a shop whose staff sign in through a local Cloudflare Access. */
export function officeSettings(access: string) {
  return {
    ACCESS_TEAM_DOMAIN: access,
    ACCESS_AUD: access === '' ? '' : audience,
    ADMIN_OWNERS: access === '' ? '' : staff.owner,
    ADMIN_MONEY: access === '' ? '' : staff.money,
    ADMIN_SUPPORT: access === '' ? '' : staff.support,
  }
}
