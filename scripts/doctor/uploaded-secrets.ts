import { z } from 'zod'
import { wrangler } from '../import/d1.ts'

const secretList = z.array(z.object({ name: z.string() }))

/**
 * Names of the deployed worker's secrets; none before the first deployment. Their values are
 * hidden.
 */
export async function uploadedSecrets(): Promise<ReadonlySet<string>> {
  try {
    const output = await wrangler(['secret', 'list', '--format', 'json'])
    return new Set(secretList.parse(JSON.parse(output)).map(({ name }) => name))
  } catch (error) {
    if (error instanceof Error && /Worker ".*" not found/.test(error.message)) return new Set()
    throw error
  }
}
