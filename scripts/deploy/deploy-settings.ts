import { backendConfig } from '../../src/config/backend-config.ts'
import { parseConfig } from '../../src/config/storefront-config.ts'

export type Variables = { readonly [name: string]: unknown }

/**
 * What is wrong with the settings and secrets of a deployment, a line each: the checks of the
 * worker's start, and what only a deployment must not have.
 */
export function deploymentProblems(variables: Variables): readonly string[] {
  const isEmbedded = !variables['API_BASE_URL']
  const checks = [
    () => parseConfig(variables),
    ...(isEmbedded ? [() => backendConfig(variables)] : []),
  ]
  const isLocal = String(variables['SITE_ORIGIN']).startsWith('http://')
  return [
    ...(variables['DEV_TOOLS'] === '1' ? ['DEV_TOOLS: must not be 1 in a deployment'] : []),
    ...(isLocal ? ['SITE_ORIGIN: must begin with https:// in a deployment'] : []),
    ...checks.flatMap(problemsOf),
  ]
}

function problemsOf(check: () => unknown): readonly string[] {
  try {
    check()
    return []
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return error.message.split('\n').slice(1)
  }
}
