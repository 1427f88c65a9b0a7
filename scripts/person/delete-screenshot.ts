import { unstable_readConfig } from 'wrangler'
import { wrangler } from '../database/d1.ts'
import type { Target } from '../database/target.ts'

type Bucket = { readonly binding: string; readonly bucket_name?: string }

export async function deleteScreenshot(name: string, target: Target): Promise<void> {
  const buckets: readonly Bucket[] = unstable_readConfig({ config: 'wrangler.toml' }).r2_buckets
  const bucket = buckets.find(({ binding }) => binding === 'UPLOADS')?.bucket_name
  if (bucket === undefined)
    throw new Error('wrangler.toml has no bucket with the binding UPLOADS. Add it, and try again.')
  const place = target.isRemote ? ['--remote'] : ['--local', '--persist-to', target.persistTo]
  await wrangler(['r2', 'object', 'delete', `${bucket}/${name}`, ...place])
}
