import { backendConfig, backendSettings } from '../settings.ts'
import { noProvider } from '../payments/settings.ts'
import { parseConfig, storefrontSettings } from '../storefront-settings.ts'
import { error, warning, type ShopFinding } from './finding.ts'
import { secretSettings } from '../kit/settings.ts'

export type Variables = { readonly [name: string]: unknown }

/**
 * Validates settings and secrets as the worker does at start. Also reports values that a deployment
 * must not have.
 * @param hidden names of secrets that are set, but cannot be read
 */
export function settingFindings(
  variables: Variables,
  hidden: ReadonlySet<string> = new Set(),
): readonly ShopFinding[] {
  const isEmbedded = !variables['API_BASE_URL']
  return [
    ...deploymentFindings(variables),
    ...invalidSettings(variables, isEmbedded)
      .filter(({ name }) => !hidden.has(name))
      .map(settingFinding),
    ...(isEmbedded ? carrierFindings(variables, hidden) : []),
    ...earlierSecrets(variables, hidden),
    ...sampleFindings(variables),
  ]
}

function deploymentFindings({
  DEV_TOOLS,
  SITE_ORIGIN,
  PAYMENT_PROVIDERS,
}: Variables): readonly ShopFinding[] {
  const isLocal = String(SITE_ORIGIN).startsWith('http://')
  return [
    ...(PAYMENT_PROVIDERS === noProvider ? [error('preview')] : []),
    ...(DEV_TOOLS === '1' ? [error('dev-tools')] : []),
    ...(isLocal ? [error('local-origin')] : []),
  ]
}

/** Replaces the pepper, because a missing pepper hides the backend's other problems. */
const otherPepper = { CODE_PEPPER: 'a value that is long enough' }

function invalidSettings(variables: Variables, isEmbedded: boolean) {
  const problems = [
    ...problemsOf(() => parseConfig(variables)),
    ...(isEmbedded ? problemsOf(() => backendConfig(variables)) : []),
    ...(isEmbedded ? problemsOf(() => backendConfig({ ...variables, ...otherPepper })) : []),
  ]
  return Array.from(new Set(problems), (line) => {
    const [name = '', ...message] = line.split(': ')
    return { name, message: message.join(': ') }
  })
}

/** Returns the lines `NAME: message` of a parser's error. */
function problemsOf(parse: () => unknown): readonly string[] {
  try {
    parse()
    return []
  } catch (reason) {
    if (!(reason instanceof Error)) throw reason
    return reason.message.split('\n').slice(1)
  }
}

function settingFinding(problem: { readonly name: string; readonly message: string }): ShopFinding {
  const { name } = problem
  return secretNames.includes(name)
    ? error('secret', { ...problem, command: `npx wrangler secret put ${name}` })
    : error('setting', problem)
}

function carrierFindings(variables: Variables, hidden: ReadonlySet<string>) {
  const { MAIL_CARRIER, SMS_CARRIER } = variables
  const isSet = (name: string) => hidden.has(name) || Boolean(variables[name])
  return [
    ...(MAIL_CARRIER ? [] : [error('no-mail')]),
    ...(SMS_CARRIER ? [] : [warning('no-sms')]),
    ...(isSet('ALERT_WEBHOOK_URL')
      ? []
      : [warning('no-alert-webhook', { command: 'npx wrangler secret put ALERT_WEBHOOK_URL' })]),
  ]
}

/** Reports earlier secrets, because a leaked one can still sign requests. */
function earlierSecrets(variables: Variables, hidden: ReadonlySet<string>): readonly ShopFinding[] {
  return secretNames
    .filter((name) => name.endsWith('_OLD') && (hidden.has(name) || Boolean(variables[name])))
    .map((name) =>
      warning('earlier-secret', { name, command: `npx wrangler secret delete ${name}` }),
    )
}

/** Values of the sample shop. Nobody receives mail at a `.example` address. */
const samples = [
  { name: 'MAIL_FROM', isSample: /\.example$/, finding: error },
  { name: 'SUPPORT_EMAIL', isSample: /\.example$/, finding: error },
  { name: 'PARTNERS_EMAIL', isSample: /\.example$/, finding: error },
  { name: 'LEGAL_NAME', isSample: /^Meridian Sample/, finding: error },
  { name: 'BRAND_NAME', isSample: /^Meridian$/, finding: warning },
  // Ofcom reserves these numbers for fiction.
  { name: 'SUPPORT_PHONE', isSample: /20 7946 0/, finding: warning },
  { name: 'APP_STORE_URL', isSample: /id000000000$/, finding: warning },
  { name: 'GOOGLE_PLAY_URL', isSample: /id=example\./, finding: warning },
  { name: 'TELEGRAM_URL', isSample: /meridian_example/, finding: warning },
  { name: 'VK_URL', isSample: /meridian_example/, finding: warning },
  { name: 'LINKEDIN_URL', isSample: /meridian-example/, finding: warning },
]

function sampleFindings(variables: Variables): readonly ShopFinding[] {
  return samples
    .filter(({ name, isSample }) => isSample.test(String(variables[name])))
    .map(({ name, finding }) => finding('sample-setting', { name }))
}

/** Every secret of a deployed worker. Its other variables are [vars] in wrangler.toml. */
export const secretNames: readonly string[] = Object.entries({
  ...storefrontSettings.shape,
  ...backendSettings.shape,
}).flatMap(([name, setting]) => (secretSettings.has(setting) ? [name] : []))
