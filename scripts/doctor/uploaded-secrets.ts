import { z } from 'zod'
import { wrangler } from '../database/d1.ts'

const secretList = z.array(z.object({ name: z.string() }))

/**
 * Returns the names of the deployed worker's secrets, or none before the first deployment. wrangler
 * does not show their values.
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
