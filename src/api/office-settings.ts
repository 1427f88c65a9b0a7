import { z } from 'zod'
import type { StaffRole } from './staff.ts'
import { listProblems, optional, unset } from '../kit/settings.ts'

const mustBeTeam = 'must be the origin of your Zero Trust team: https://shop.cloudflareaccess.com'
const mustBeAud = 'must be the Application Audience tag of the back office: 64 hexadecimal digits'
const mustBeEmails = 'must be email addresses separated by spaces'
const mustBeSecret = 'must be a secret of 22 characters or more'

/** Plain HTTP is allowed on localhost only, for a local key server. */
const team = z.union(
  [
    unset,
    z.url({ protocol: /^https$/ }).refine(isOrigin),
    z.url({ protocol: /^http$/, hostname: /^localhost$/ }).refine(isOrigin),
  ],
  mustBeTeam,
)

const emails = z
  .string()
  .default('')
  .transform((value) => value.split(' ').filter((each) => each !== ''))
  .pipe(z.array(z.email(mustBeEmails).toLowerCase()))

/** The people who may open the back office at /admin. Without them, the shop has no back office. */
export const officeSettings = {
  ACCESS_TEAM_DOMAIN: team.default(null),
  /** Cloudflare signs tokens for this application only. */
  ACCESS_AUD: optional(z.string().regex(/^[0-9a-f]{64}$/, mustBeAud)),
  ADMIN_OWNERS: emails,
  ADMIN_MONEY: emails,
  ADMIN_SUPPORT: emails,
  /** Signs in to the back office of `npm start`, once. Development only. */
  ADMIN_LOCAL_SECRET: optional(z.string().min(22, mustBeSecret)),
}

type RoleConfig = {
  readonly [list in 'ADMIN_OWNERS' | 'ADMIN_MONEY' | 'ADMIN_SUPPORT']: readonly string[]
}
export type OfficeConfig = RoleConfig & {
  readonly ACCESS_TEAM_DOMAIN: string | null
  readonly ACCESS_AUD: string | null
  readonly ADMIN_LOCAL_SECRET: string | null
}

/** Whether /admin exists. */
export function hasBackOffice(config: OfficeConfig): boolean {
  return config.ACCESS_AUD !== null || config.ADMIN_LOCAL_SECRET !== null
}

/** Returns the role of an email address in lower case, or null. */
export function roleOf(email: string, config: RoleConfig): StaffRole | null {
  const lists = {
    owner: config.ADMIN_OWNERS,
    money: config.ADMIN_MONEY,
    support: config.ADMIN_SUPPORT,
  }
  const roles = ['owner', 'money', 'support'] as const
  return roles.find((role) => lists[role].includes(email)) ?? null
}

/** Returns settings of the back office that contradict each other, by variable. */
export function officeProblems(config: OfficeConfig & { readonly DEV_TOOLS: boolean }) {
  const { ACCESS_TEAM_DOMAIN, ACCESS_AUD, ADMIN_OWNERS, ADMIN_LOCAL_SECRET, DEV_TOOLS } = config
  const people = [...ADMIN_OWNERS, ...config.ADMIN_MONEY, ...config.ADMIN_SUPPORT]
  const repeated = people.find((email, index) => people.indexOf(email) !== index)
  const isOn = ACCESS_TEAM_DOMAIN !== null || ACCESS_AUD !== null || people.length > 0
  return listProblems([
    {
      ACCESS_TEAM_DOMAIN: [isOn && ACCESS_TEAM_DOMAIN === null && mustBeTeam],
      ACCESS_AUD: [isOn && ACCESS_AUD === null && mustBeAud],
      ADMIN_OWNERS: [
        repeated !== undefined && `must give each person one role: ${repeated} has two`,
        isOn && ADMIN_OWNERS.length === 0 && 'must name at least one person',
      ],
      ADMIN_LOCAL_SECRET: [
        ADMIN_LOCAL_SECRET !== null && !DEV_TOOLS && 'must not be set outside of development',
      ],
    },
  ])
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value
}
