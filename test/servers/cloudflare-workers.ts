import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { notFound } from './cloudflare-reply.ts'
import type { Account, CloudflareCall, Route } from './cloudflare-reply.ts'

const metadata = z.object({
  bindings: z.array(z.object({ type: z.string(), name: z.string(), text: z.string().optional() })),
})

/**
 * Routes of Cloudflare's API for one worker. The account has no worker of this name before the
 * first upload.
 */
export function workerRoutes(account: Account): readonly Route[] {
  const { uploads, secrets } = account
  const isDeployed = () => uploads.length > 0
  const origin = { script: { last_deployed_from: 'wrangler' } }
  return [
    [/^GET \/user(\/tokens\/verify)?$/, () => ({ result: { status: 'active' } })],
    [
      /^GET \/workers\/services\/[\w-]+$/,
      () => (isDeployed() ? { result: { default_environment: origin } } : notFound(10090)),
    ],
    [
      /^GET \/workers\/scripts\/[\w-]+\/secrets$/,
      () =>
        isDeployed()
          ? { result: Array.from(secrets.keys(), (name) => ({ name, type: 'secret_text' })) }
          : notFound(10007),
    ],
    [
      /^POST \/workers\/scripts\/[\w-]+\/assets-upload-session$/,
      // wrangler reads from the token which files to upload.
      () => ({ result: { buckets: [], jwt: `${btoa('{}')}.${btoa('{}')}.` } }),
    ],
    [
      /^(PUT \/workers\/scripts\/[\w-]+|POST \/workers\/scripts\/[\w-]+\/versions)$/,
      async (call) => {
        await receive(account, call)
        const id = randomUUID()
        return { result: { id, startup_time_ms: 1, resources: { script: {} } } }
      },
    ],
    [
      /^GET \/workers\/workers\/[\w-]+$/,
      () => ({ result: { id: 'a-worker', subdomain: { enabled: true, previews_enabled: true } } }),
    ],
    [
      /^(GET|POST) \/workers\/scripts\/[\w-]+\/subdomain$/,
      () => ({ result: { enabled: true, previews_enabled: true } }),
    ],
    [/^GET \/workers\/subdomain$/, () => ({ result: { subdomain: 'an-account' } })],
    [
      /^(GET|POST) \/workers\/scripts\/[\w-]+\/deployments$/,
      () => ({ result: { deployments: [] } }),
    ],
    [/^PUT \/workers\/scripts\/[\w-]+\/schedules$/, () => ({ result: { schedules: [] } })],
    [/^GET \/workers\/scripts\/[\w-]+\/settings$/, () => ({ result: { bindings: [] } })],
    [/^PATCH \/workers\/scripts\/[\w-]+\/script-settings$/, () => ({ result: {} })],
  ]
}

async function receive(
  { uploads, secrets }: Account,
  { body, headers }: CloudflareCall,
): Promise<void> {
  const type = headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(body), {
    headers: { 'Content-Type': type },
  }).formData()
  const { bindings } = metadata.parse(JSON.parse(z.string().parse(form.get('metadata'))))
  const textsOf = (kind: string) =>
    bindings.flatMap((each) => (each.type === kind ? [[each.name, each.text ?? ''] as const] : []))
  uploads.push(Object.fromEntries(textsOf('plain_text')))
  for (const [name, text] of textsOf('secret_text')) secrets.set(name, text)
}
